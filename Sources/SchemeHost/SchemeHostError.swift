/// What went wrong, for a program (`code`) and for a person (`message`).
///
/// A code with an HTTP status (see ``Code/status``) reaches callers of ``SchemeHost/respond(to:)-(SchemeRequest)`` as a
/// response with a problem body (RFC 9457); the others are thrown.
public struct SchemeHostError: Error, Sendable {
    /// The kind of failure; an open set, so plugins may add their own.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, for example `notFound`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code's name.
        public var description: String { rawValue }
    }

    /// The kind of failure.
    public var code: Code
    /// What is wrong and what to do next, as one or more sentences without a line break.
    public var message: String
    /// The URL the failure belongs to, where there is one.
    public var url: String?
    /// The failure underneath, for example a C library's own text.
    public var underlying: (any Error)?

    /// Creates an error.
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What is wrong and what to do next.
    ///   - url: The URL the failure belongs to.
    ///   - underlying: The failure underneath.
    public init(_ code: Code, _ message: String, url: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.url = url
        self.underlying = underlying
    }
}

extension SchemeHostError: CustomStringConvertible {
    /// The message, and the failure underneath where it says more.
    public var description: String {
        guard let underlying else { return message }
        return "\(message): \(underlying)"
    }
}

extension SchemeHostError.Code {
    /// No route matches the URL.
    public static let noRoute = Self(rawValue: "noRoute")
    /// The handler has nothing under this path.
    public static let notFound = Self(rawValue: "notFound")
    /// The resource is there and may not be served.
    public static let forbidden = Self(rawValue: "forbidden")
    /// The handler does not know the method for this resource.
    public static let methodNotAllowed = Self(rawValue: "methodNotAllowed")
    /// A precondition of the request does not hold.
    public static let preconditionFailed = Self(rawValue: "preconditionFailed")
    /// None of the ranges asked for lies within the representation.
    public static let rangeNotSatisfiable = Self(rawValue: "rangeNotSatisfiable")
    /// The request contradicts the state of the resource.
    public static let conflict = Self(rawValue: "conflict")
    /// The request, its URL for example, is malformed.
    public static let invalidRequest = Self(rawValue: "invalidRequest")
    /// A limit on size was exceeded.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// There is no room left to store a resource.
    public static let storageFull = Self(rawValue: "storageFull")
    /// The resource is in use; the same request may succeed later.
    public static let busy = Self(rawValue: "busy")
    /// The manifest has errors.
    public static let invalidManifest = Self(rawValue: "invalidManifest")
    /// The manifest names a handler kind that is not registered.
    public static let unknownHandler = Self(rawValue: "unknownHandler")
    /// A handler cannot work with its configuration.
    public static let invalidConfiguration = Self(rawValue: "invalidConfiguration")
    /// What a handler reads from (a file, a database, a server) is missing or cannot be opened.
    public static let sourceUnavailable = Self(rawValue: "sourceUnavailable")
    /// What a handler reads from is damaged.
    public static let sourceCorrupt = Self(rawValue: "sourceCorrupt")
    /// The operation or format is not supported here.
    public static let unsupported = Self(rawValue: "unsupported")
    /// A time limit ran out.
    public static let timedOut = Self(rawValue: "timedOut")
    /// A connection could not be made.
    public static let connectionFailed = Self(rawValue: "connectionFailed")
    /// A connection broke.
    public static let connectionReset = Self(rawValue: "connectionReset")
    /// A chain of requests, sources or redirects leads back to itself.
    public static let loop = Self(rawValue: "loop")
}
