import HTTPTypes
import SchemeHost
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct PreconditionsTests {
    private static let before = "Sat, 05 Nov 1994 08:49:37 GMT"
    private static let same = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let after = "Mon, 07 Nov 1994 08:49:37 GMT"
    private static let future = "Fri, 11 Nov 1994 08:49:37 GMT"
    private let now = Date(timeIntervalSince1970: 784_300_000)  // 8 November 1994
    private let validators = Validators(
        entityTag: EntityTag("\"a\""),
        modified: Date(timeIntervalSince1970: 784_111_777.75)
    )

    private func check(
        _ method: HTTPRequest.Method,
        _ fields: HTTPFields,
        against validators: Validators?
    ) -> Preconditions.Outcome {
        Preconditions.check(method: method, fields: fields, against: validators, now: now)
    }

    /// Fields, then the outcomes for GET and for PUT.
    @Test(
        arguments: [
            ([:], .proceed, .proceed),
            ([.ifMatch: "\"a\""], .proceed, .proceed),
            ([.ifMatch: "\"b\", \"a\""], .proceed, .proceed),
            ([.ifMatch: "*"], .proceed, .proceed),
            ([.ifMatch: "\"b\""], .failed, .failed),
            ([.ifMatch: "W/\"a\""], .failed, .failed),
            ([.ifMatch: "a"], .failed, .failed),
            ([.ifMatch: ""], .failed, .failed),
            ([.ifUnmodifiedSince: same], .proceed, .proceed),
            ([.ifUnmodifiedSince: after], .proceed, .proceed),
            ([.ifUnmodifiedSince: future], .proceed, .proceed),
            ([.ifUnmodifiedSince: before], .failed, .failed),
            ([.ifUnmodifiedSince: "yesterday"], .proceed, .proceed),
            // If-Match decides, whatever the date says.
            ([.ifMatch: "\"a\"", .ifUnmodifiedSince: before], .proceed, .proceed),
            ([.ifMatch: "\"b\"", .ifUnmodifiedSince: after], .failed, .failed),
            ([.ifNoneMatch: "\"a\""], .notModified, .failed),
            ([.ifNoneMatch: "W/\"a\""], .notModified, .failed),
            ([.ifNoneMatch: "\"b\" , W/\"a\""], .notModified, .failed),
            ([.ifNoneMatch: "*"], .notModified, .failed),
            ([.ifNoneMatch: "\"b\""], .proceed, .proceed),
            ([.ifNoneMatch: "a"], .proceed, .proceed),
            ([.ifModifiedSince: same], .notModified, .proceed),
            ([.ifModifiedSince: after], .notModified, .proceed),
            ([.ifModifiedSince: before], .proceed, .proceed),
            ([.ifModifiedSince: future], .proceed, .proceed),
            ([.ifModifiedSince: "\(same), \(same)"], .proceed, .proceed),
            ([.ifModifiedSince: "Sunday, 06-Nov-94 08:49:37 GMT"], .notModified, .proceed),
            // If-None-Match decides, whatever the date says.
            ([.ifNoneMatch: "\"b\"", .ifModifiedSince: after], .proceed, .proceed),
            ([.ifNoneMatch: "\"a\"", .ifModifiedSince: before], .notModified, .failed),
            // If-Match first, then If-None-Match.
            ([.ifMatch: "\"b\"", .ifNoneMatch: "\"a\""], .failed, .failed),
            ([.ifMatch: "\"a\"", .ifNoneMatch: "\"a\""], .notModified, .failed),
            ([.ifUnmodifiedSince: before, .ifNoneMatch: "\"a\""], .failed, .failed),
            ([.ifUnmodifiedSince: after, .ifModifiedSince: after], .notModified, .proceed),
            ([.ifRange: "\"b\""], .proceed, .proceed),
        ] as [(HTTPFields, Preconditions.Outcome, Preconditions.Outcome)]
    )
    func current(fields: HTTPFields, read: Preconditions.Outcome, write: Preconditions.Outcome) {
        #expect(check(.get, fields, against: validators) == read)
        #expect(check(.head, fields, against: validators) == read)
        for method in [HTTPRequest.Method.put, .delete, .post, .patch] {
            #expect(check(method, fields, against: validators) == write)
        }
        for method in [HTTPRequest.Method.options, .trace, .connect] {
            #expect(check(method, fields, against: validators) == .proceed)
        }
    }

    @Test(
        arguments: [
            ([.ifMatch: "*"], .failed), ([.ifMatch: "\"a\""], .failed), ([.ifNoneMatch: "*"], .proceed),
            ([.ifNoneMatch: "\"a\""], .proceed), ([.ifUnmodifiedSince: before], .proceed),
            ([.ifModifiedSince: after], .proceed),
        ] as [(HTTPFields, Preconditions.Outcome)]
    )
    func nothingThere(fields: HTTPFields, outcome: Preconditions.Outcome) {
        #expect(check(.put, fields, against: nil) == outcome)
        #expect(check(.get, fields, against: nil) == outcome)
    }

    @Test(
        arguments: [
            ([.ifMatch: "*"], .proceed), ([.ifMatch: "\"a\""], .failed), ([.ifNoneMatch: "*"], .notModified),
            ([.ifNoneMatch: "\"a\""], .proceed), ([.ifUnmodifiedSince: before], .proceed),
            ([.ifModifiedSince: after], .proceed),
        ] as [(HTTPFields, Preconditions.Outcome)]
    )
    func noValidators(fields: HTTPFields, outcome: Preconditions.Outcome) {
        #expect(check(.get, fields, against: Validators()) == outcome)
    }

    @Test func weakTagMatchesNoneButNotMatch() {
        let weak = Validators(entityTag: EntityTag("W/\"a\""))
        #expect(check(.get, [.ifNoneMatch: "\"a\""], against: weak) == .notModified)
        #expect(check(.put, [.ifMatch: "W/\"a\""], against: weak) == .failed)
    }

    @Test func dateInTheFutureMatchesItself() {
        let fields: HTTPFields = [.ifModifiedSince: Self.future]
        let later = Validators(modified: HTTPDate.date(from: Self.future))
        #expect(check(.get, fields, against: later) == .notModified)
    }

    @Test(
        arguments: [
            (nil, true), ("\"a\"", true), ("W/\"a\"", false), ("\"b\"", false), ("a", false), ("*", false),
            (same, true),
            (before, false), (after, false), ("\"a\", \"a\"", false), ("", false),
        ] as [(String?, Bool)]
    )
    func ifRange(value: String?, allows: Bool) {
        var fields: HTTPFields = [.range: "bytes=0-1"]
        if let value { fields[.ifRange] = value }
        #expect(Preconditions.allowsRange(fields) { validators } == allows)
        #expect(Preconditions.allowsRange(fields) { Validators() } == (value == nil))
    }

    @Test func validatorsOfResponse() {
        let fields: HTTPFields = [.eTag: "W/\"x\"", .lastModified: Self.same]
        let seconds = Date(timeIntervalSince1970: 784_111_777)
        #expect(Validators(fields) == Validators(entityTag: EntityTag("W/\"x\""), modified: seconds))
        #expect(Validators([.eTag: "x", .lastModified: "never"]) == Validators())
    }
}
