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
    let form =
      /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]+)?(Z|[+-][0-9]{2}:?[0-5][0-9])/
    guard let match = text.wholeMatch(of: form) else { return nil }
    // By itself, the style reads February 30 as a day in March, and ignores text after the date.
    let time = "\(match.1)Z"
    let whole = Date.ISO8601FormatStyle()
    guard let date = try? whole.parse(time), date.formatted(whole) == time else { return nil }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: match.2 != nil)
    guard let date = try? style.parse(text) else { return nil }
    // Round to milliseconds, so that equal texts give equal dates.
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }
}
