import ArchiveHandler
import ComputedHandler
import MirrorHandler
import SQLiteHandler
public import SchemeHost

extension HandlerRegistry {
    /// The handlers that come with SchemeHost.
    public static let standard: HandlerRegistry = [
        ArchiveHandler.self,
        ComputedHandler.self,
        DataURLHandler.self,
        MirrorHandler.self,
        SQLiteHandler.self,
    ]
}

/// What the handlers that come with SchemeHost stand on.
public enum StandardHandlers {
    /// The C libraries in use, with their versions.
    public static var libraryVersions: [String] {
        ["libarchive \(ArchiveHandler.libraryVersion)", "SQLite \(SQLiteHandler.libraryVersion)"]
    }
}
