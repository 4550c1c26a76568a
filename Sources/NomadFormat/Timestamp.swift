package import Foundation

/// A point in time in milliseconds, written in ISO 8601: `2026-11-21T08:00:00.123Z`.
///
/// It does not use Foundation's formatters, because they cost more than reading the whole ledger.
package struct Timestamp: Equatable, Sendable {
  /// Milliseconds since 1970, in the years 1 to 9999.
  package let milliseconds: Int64

  package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// The text of 24 bytes.
  package var text: String {
    let days = Int(floorDivision(milliseconds, 86_400_000))
    let rest = Int(milliseconds - Int64(days) * 86_400_000)
    let (year, month, day) = Self.civil(fromDays: days)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1000 % 60, 2))"
      + ".\(padded(rest % 1000, 3))Z"
  }

  /// Reads a text of 24 bytes; nil if the bytes are anything else.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard let timestamp = bytes.withUnsafeBufferPointer({ Self($0) }) else { return nil }
    self = timestamp
  }

  /// Reads a text of 24 bytes; nil if the bytes are anything else.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 24, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z")
    else { return nil }
    func number(_ offset: Int, _ width: Int) -> Int? {
      var value = 0
      for index in offset..<(offset + width) {
        let byte = bytes[index]
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      let millisecond = number(20, 3),
      1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    // `Int` has 32 bits on some watches.
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    self.init(milliseconds: seconds * 1000 + Int64(millisecond))
  }

  // Years begin in March here, so that a leap day is the last day of its year.

  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    // 719,468 days lie between 0000-03-01 and 1970-01-01 of the proleptic Gregorian calendar.
    return 365 * year + floorDivision(year, 4) - floorDivision(year, 100) + floorDivision(year, 400)
      + dayOfYear - 719_468
  }

  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivision(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

/// The quotient rounded toward negative infinity; `divisor` is positive.
private func floorDivision<Number: SignedInteger>(_ dividend: Number, _ divisor: Number) -> Number {
  dividend >= 0 ? dividend / divisor : -((divisor - 1 - dividend) / divisor)
}

extension Timestamp {
  package init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    let (lowest, highest) = (Double(Self.range.lowerBound), Double(Self.range.upperBound))
    // `max` returns its first argument if the second one is NaN.
    self.init(milliseconds: Int64(min(max(lowest, milliseconds), highest)))
  }

  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
