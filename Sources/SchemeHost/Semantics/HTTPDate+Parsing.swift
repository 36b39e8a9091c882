#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPDate {
    /// Reads a date in any of the three forms that a recipient must accept: IMF-fixdate, RFC 850 and asctime.
    ///
    /// Names are case-sensitive. The name of the day must be one, but is not held against the date.
    /// - Parameters:
    ///   - text: The field value.
    ///   - now: What the two digits of a year in an RFC 850 date are read against: the result is at most 50 years
    ///     later.
    /// - Returns: nil where the text is no such date, or names one that does not exist (30 February).
    public static func date(from text: String, now: @autoclosure () -> Date = Date()) -> Date? {
        var scanner = FieldScanner(text)
        guard let name = scanner.take(while: \.isASCIILetter).map({ String(decoding: $0, as: UTF8.self) }) else {
            return nil
        }
        let fields: Fields?
        switch (dayNames.contains(name), longDayNames.contains(name)) {
        case (true, _) where scanner.skip(", "): fields = Fields(fixdate: &scanner)
        case (true, _) where scanner.skip(" "): fields = Fields(asctime: &scanner)
        case (_, true) where scanner.skip(", "): fields = Fields(rfc850: &scanner, now: now())
        default: fields = nil
        }
        guard let fields, scanner.isAtEnd else { return nil }
        return fields.date
    }

    private static let longDayNames = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    private struct Fields {
        var year = 0
        var month = 0
        var day = 0
        var time = 0

        /// The mean in the Gregorian calendar.
        static let secondsOfYear = 31_556_952

        // 06 Nov 1994 08:49:37 GMT
        init?(fixdate scanner: inout FieldScanner) {
            guard let day = scanner.number(digits: 2), scanner.skip(" "),
                let month = scanner.month(), scanner.skip(" "),
                let year = scanner.number(digits: 4), scanner.skip(" "),
                let time = scanner.time(), scanner.skip(" GMT")
            else { return nil }
            (self.year, self.month, self.day, self.time) = (year, month, day, time)
        }

        // 06-Nov-94 08:49:37 GMT
        init?(rfc850 scanner: inout FieldScanner, now: Date) {
            guard let day = scanner.number(digits: 2), scanner.skip("-"),
                let month = scanner.month(), scanner.skip("-"),
                let year = scanner.number(digits: 2), scanner.skip(" "),
                let time = scanner.time(), scanner.skip(" GMT")
            else { return nil }
            (self.month, self.day, self.time) = (month, day, time)
            let limit = Int(HTTPDate.wholeSeconds(of: now)) + 50 * Self.secondsOfYear
            let latest = 1970 + limit / Self.secondsOfYear + 1
            self.year = latest - latest % 100 + year
            while seconds > limit { self.year -= 100 }
        }

        // Nov  6 08:49:37 1994
        init?(asctime scanner: inout FieldScanner) {
            guard let month = scanner.month(), scanner.skip(" "),
                let day = scanner.skip(" ") ? scanner.number(digits: 1) : scanner.number(digits: 2), scanner.skip(" "),
                let time = scanner.time(), scanner.skip(" "),
                let year = scanner.number(digits: 4)
            else { return nil }
            (self.year, self.month, self.day, self.time) = (year, month, day, time)
        }

        var date: Date? {
            let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            guard (1...lengths[month - 1]).contains(day) else { return nil }
            return Date(timeIntervalSince1970: Double(seconds))
        }

        /// Since 1970.
        private var seconds: Int { HTTPDate.day(year: year, month: month, day: day) * 86_400 + time }
    }
}

extension FieldScanner {
    fileprivate mutating func number(digits: Int) -> Int? {
        var left = digits
        let run = take { byte in
            guard left > 0, byte.isASCIIDigit else { return false }
            left -= 1
            return true
        }
        guard let run, left == 0 else { return nil }
        return run.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    fileprivate mutating func month() -> Int? {
        guard let name = take(while: \.isASCIILetter) else { return nil }
        return HTTPDate.monthNames.firstIndex { $0.utf8.elementsEqual(name) }.map { $0 + 1 }
    }

    /// hh:mm:ss, the seconds up to 60 for a leap second, which becomes the first of the next minute.
    fileprivate mutating func time() -> Int? {
        guard let hour = number(digits: 2), hour < 24, skip(":"),
            let minute = number(digits: 2), minute < 60, skip(":"),
            let second = number(digits: 2), second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}
