import ClockHandler
import SchemeHost
import SchemeHostCommand
import StandardHandlers

await SchemeHostCommand.main(registry: .standard + [ClockHandler.self])
