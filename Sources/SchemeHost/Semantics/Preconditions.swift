public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What tells one version of a representation from another (RFC 9110, section 8.8).
public struct Validators: Sendable, Hashable {
    /// The entity tag.
    public var entityTag: EntityTag?
    /// The time of the last modification; whole seconds count.
    public var modified: Date?

    /// Creates validators.
    public init(entityTag: EntityTag? = nil, modified: Date? = nil) {
        self.entityTag = entityTag
        self.modified = modified
    }

    /// Reads a response's `ETag` and `Last-Modified`; one that is malformed counts as absent.
    public init(_ fields: HTTPFields) {
        entityTag = fields[.eTag].flatMap { EntityTag($0) }
        modified = fields[.lastModified].flatMap { HTTPDate.date(from: $0) }
    }
}

/// The evaluation of conditional requests (RFC 9110, section 13).
///
/// The core does it for what a handler answers to GET and HEAD. A handler that writes calls it itself, inside the
/// transaction of the write.
public enum Preconditions {
    /// What the preconditions of a request come to.
    public enum Outcome: Sendable, Hashable {
        /// Answer as if there were none.
        case proceed
        /// Answer 304 (Not Modified); only for GET and HEAD.
        case notModified
        /// Answer 412 (Precondition Failed), and change nothing.
        case failed
    }

    /// Evaluates the preconditions of a request.
    /// - Parameters:
    ///   - request: The request.
    ///   - validators: Those of the current representation; nil where there is none.
    ///   - now: The time.
    public static func check(
        _ request: SchemeRequest,
        against validators: Validators?,
        now: @autoclosure () -> Date = Date()
    ) -> Outcome {
        check(method: request.method, fields: request.headerFields, against: validators, now: now())
    }

    /// Evaluates preconditions in the order of RFC 9110, section 13.2.2.
    ///
    /// A malformed `If-Match` or `If-None-Match` matches nothing; a malformed date is ignored. So is an
    /// `If-Modified-Since` later than `now`, unless it is the very date of the representation.
    /// - Parameters:
    ///   - method: The method. CONNECT, OPTIONS and TRACE have no preconditions.
    ///   - fields: The header fields of the request.
    ///   - validators: Those of the current representation; nil where there is none.
    ///   - now: The time.
    public static func check(
        method: HTTPRequest.Method,
        fields: HTTPFields,
        against validators: Validators?,
        now: @autoclosure () -> Date = Date()
    ) -> Outcome {
        guard fields.hasPreconditions, method != .connect, method != .options, method != .trace else { return .proceed }
        let isSafe = method == .get || method == .head
        let modified = validators?.modified.map { HTTPDate.wholeSeconds(of: $0) }

        if let value = fields[.ifMatch] {
            guard matches(value, validators, by: { $0.matchesStrongly($1) }) else { return .failed }
        } else if let modified, let limit = seconds(fields[.ifUnmodifiedSince]) {
            guard modified <= limit else { return .failed }
        }
        if let value = fields[.ifNoneMatch] {
            guard !matches(value, validators, by: { $0.matchesWeakly($1) }) else {
                return isSafe ? .notModified : .failed
            }
        } else if isSafe, let modified, let since = seconds(fields[.ifModifiedSince]), modified <= since {
            guard since != modified, since > HTTPDate.wholeSeconds(of: now()) else { return .notModified }
        }
        return .proceed
    }

    /// Whether the `If-Range` field, where there is one, lets the `Range` field count (RFC 9110, section 13.1.5): its
    /// entity tag matches strongly, or its date is the representation's.
    /// - Parameters:
    ///   - fields: The header fields of the request.
    ///   - validators: Those of the current representation; not asked for without the field.
    public static func allowsRange(_ fields: HTTPFields, of validators: () -> Validators) -> Bool {
        guard let value = fields[.ifRange] else { return true }
        let validators = validators()
        if let tag = EntityTag(value) { return validators.entityTag.map { tag.matchesStrongly($0) } ?? false }
        guard let modified = validators.modified, let date = seconds(value) else { return false }
        return HTTPDate.wholeSeconds(of: modified) == date
    }

    private static func matches(
        _ fieldValue: String,
        _ validators: Validators?,
        by compare: (EntityTag, EntityTag) -> Bool
    ) -> Bool {
        switch EntityTagList(fieldValue) {
        case .any: validators != nil
        case .tags(let tags): validators?.entityTag.map { current in tags.contains { compare($0, current) } } ?? false
        case nil: false
        }
    }

    private static func seconds(_ fieldValue: String?) -> Int64? {
        fieldValue.flatMap { HTTPDate.date(from: $0) }.map { HTTPDate.wholeSeconds(of: $0) }
    }
}

extension HTTPFields {
    /// Whether there is an `If-…` field.
    var hasPreconditions: Bool { contains { $0.name.canonicalName.hasPrefix("if-") } }
}
