#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Dates as HTTP writes them (RFC 9110, section 5.6.7), in whole seconds of the years 0 to 9999.
public enum HTTPDate {
    static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Writes a date as IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
    /// - Parameter date: Fractions of a second are cut off; a date outside the years 0 to 9999 becomes the nearest
    ///   that is inside.
    public static func string(from date: Date) -> String {
        let seconds = wholeSeconds(of: date)
        let day = Int(floorDivide(seconds, by: 86_400))
        let time = Int(seconds - Int64(day) * 86_400)
        let civil = civilDate(ofDay: day)
        let weekday = ((day % 7) + 11) % 7
        return String(unsafeUninitializedCapacity: 29) { buffer in
            func put(_ number: Int, at position: Int, digits: Int) {
                var rest = number
                for offset in stride(from: digits - 1, through: 0, by: -1) {
                    buffer[position + offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
            }
            let pattern: StaticString = "Day, 00 Mon 0000 00:00:00 GMT"
            for offset in 0..<29 { buffer[offset] = pattern.utf8Start[offset] }
            for (offset, byte) in dayNames[weekday].utf8.enumerated() { buffer[offset] = byte }
            for (offset, byte) in monthNames[civil.month - 1].utf8.enumerated() { buffer[8 + offset] = byte }
            put(civil.day, at: 5, digits: 2)
            put(civil.year, at: 12, digits: 4)
            put(time / 3600, at: 17, digits: 2)
            put(time / 60 % 60, at: 20, digits: 2)
            put(time % 60, at: 23, digits: 2)
            return 29
        }
    }

    /// The seconds since 1970, cut to whole ones.
    static func wholeSeconds(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970
        if seconds > 253_402_300_799 { return 253_402_300_799 }
        return seconds > -62_167_219_200 ? Int64(seconds.rounded(.down)) : -62_167_219_200
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }

    /// The date in the Gregorian calendar, counted in eras of 400 years that start on 1 March.
    private static func civilDate(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        // Shifted by two eras, so that all years from 0 on are counted from a positive number.
        let shifted = day + 719_468 + 2 * 146_097
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + (era - 2) * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The days from 1970-01-01 to a date in the Gregorian calendar.
    static func day(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = (month <= 2 ? year - 1 : year) + 800
        let yearOfEra = shiftedYear % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return shiftedYear / 400 * 146_097 + dayOfEra - 719_468 - 2 * 146_097
    }
}
