import ClockHandler
import SchemeHostCommand
import StandardHandlers

await SchemeHostCommand.main(registry: .standard + [ClockHandler.self])
