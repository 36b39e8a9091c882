import SchemeHost
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)  // 14 November 2023

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (-2_203_891_200, "Thu, 01 Mar 1900 00:00:00 GMT"),
    ])
    func writesAndReads(seconds: Double, text: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(HTTPDate.string(from: date) == text)
        #expect(HTTPDate.date(from: text) == date)
    }

    @Test(arguments: [
        (784_111_777.999, "Sun, 06 Nov 1994 08:49:37 GMT"), (-0.25, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (1e300, "Fri, 31 Dec 9999 23:59:59 GMT"), (-1e300, "Sat, 01 Jan 0000 00:00:00 GMT"),
        (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"), (.nan, "Sat, 01 Jan 0000 00:00:00 GMT"),
    ])
    func cutsToWholeSecondsAndYears(seconds: Double, text: String) {
        #expect(HTTPDate.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func agreesWithTheCalendar() {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // From 1600 on, a step that meets every day of the year and every time of the day.
        for seconds in stride(from: -11_676_096_000.0, to: 253_402_300_800, by: 9_876_543) {
            let date = Date(timeIntervalSince1970: seconds)
            let text = HTTPDate.string(from: date)
            #expect(HTTPDate.date(from: text) == date)
            let words = text.split(separator: " ")
            let month = (months.firstIndex(of: String(words[2])) ?? 98) + 101
            #expect("\(words[3])-\(String(month).dropFirst())-\(words[1])T\(words[4])Z" == date.formatted(.iso8601))
        }
    }

    @Test(arguments: [
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Wed Nov 16 08:49:37 1994", 784_975_777),
        // A leap second is the first of the next minute.
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        // Two digits: at most 50 years ahead of 2023.
        ("Thursday, 01-Jan-70 00:00:00 GMT", 3_155_760_000), ("Sunday, 01-Jan-73 00:00:00 GMT", 3_250_454_400),
        ("Tuesday, 01-Jan-74 00:00:00 GMT", 126_230_400), ("Friday, 31-Dec-99 23:59:59 GMT", 946_684_799),
        ("Tuesday, 29-Feb-00 00:00:00 GMT", 951_782_400), ("Monday, 01-Jan-24 00:00:00 GMT", 1_704_067_200),
    ])
    func readsObsoleteForms(text: String, seconds: Double) {
        #expect(HTTPDate.date(from: text, now: now) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "0", "784111777", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 29 Feb 2023 08:49:37 GMT",
        "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT",
        "Sun, 06 Nov 19945 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06 Nov 1994 08:49:37 GMT", "Sunday Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 1994",
        "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov 06 08:49:37 94", "1994-11-06T08:49:37Z",
        "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 +0000",
    ])
    func refuses(text: String) { #expect(HTTPDate.date(from: text, now: now) == nil) }
}
