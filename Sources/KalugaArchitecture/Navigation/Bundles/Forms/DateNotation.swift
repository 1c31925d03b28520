#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts dates to text and back.
///
/// The notation is ISO 8601 with milliseconds, or `@` and the seconds since 1970.
enum DateNotation {
  /// Returns the text of a date, which ``date(_:)`` reads back to the millisecond.
  static func text(_ date: Date) -> String {
    let text = iso8601(date)
    let seconds = date.timeIntervalSince1970
    // ISO 8601 has only four digits for the year, and no notation for a date that is not a number.
    guard let back = self.date(text), abs(back.timeIntervalSince1970 - seconds) < 0.001 else {
      return "@\(seconds)"
    }
    return text
  }

  /// Returns a date of any year in ISO 8601, for people to read.
  static func iso8601(_ date: Date) -> String {
    // The style truncates. Without the tenth of a millisecond, it would often show .001 as .000.
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
    return Date(timeIntervalSinceReferenceDate: (milliseconds + 0.1) / 1000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// Reads a date.
  ///
  /// Returns nil unless the text matches the notation exactly.
  static func date(_ text: String) -> Date? {
    if text.hasPrefix("@") {
      return Double(text.dropFirst()).map(Date.init(timeIntervalSince1970:))
    }
    guard let parts = parts(of: text) else { return nil }
    // By itself, the style reads February 30 as a day in March, and ignores text after the date.
    let whole = Date.ISO8601FormatStyle()
    guard let date = try? whole.parse(parts.time), date.formatted(whole) == parts.time else {
      return nil
    }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: parts.hasFraction)
    guard let date = try? style.parse(text) else { return nil }
    // Round to milliseconds, so that equal texts give equal dates.
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }

  /// Returns the date and time in UTC without the fraction, and whether the text has a fraction.
  ///
  /// Returns nil if the text is not a date. Written by hand, because a regular expression would
  /// take longer than all other work of reading a row.
  private static func parts(of text: String) -> (time: String, hasFraction: Bool)? {
    let bytes = Array(text.utf8)
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let matches = { (bytes: ArraySlice<UInt8>, pattern: String) in
      bytes.count == pattern.utf8.count
        && zip(bytes, pattern.utf8).allSatisfy { byte, expected in
          expected == UInt8(ascii: "0") ? isDigit(byte) : byte == expected
        }
    }
    guard matches(bytes.prefix(19), "0000-00-00T00:00:00") else { return nil }
    var zone = bytes.dropFirst(19)
    var hasFraction = false
    if zone.first == UInt8(ascii: ".") {
      let digits = zone.dropFirst().prefix(while: isDigit)
      guard !digits.isEmpty else { return nil }
      hasFraction = true
      zone = zone.dropFirst(1 + digits.count)
    }
    guard
      matches(zone, "Z")
        || ["+00:00", "-00:00", "+0000", "-0000"].contains(where: { matches(zone, $0) })
    else { return nil }
    return (String(decoding: bytes.prefix(19), as: UTF8.self) + "Z", hasFraction)
  }
}
