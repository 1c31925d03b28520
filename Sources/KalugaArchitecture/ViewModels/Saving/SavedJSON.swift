#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONDecoder {
  /// Makes a decoder for the JSON that a migration gets.
  ///
  ///     let old = try JSONDecoder.forSavedState().decode(OldDraft.self, from: json)
  ///
  /// It reads dates as saved state contains them: as text, such as `2026-11-26T09:30:00.25Z`, or as
  /// a number in what earlier versions of the toolkit have saved.
  public static func forSavedState() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self), let date = Date(savedText: text) { return date }
      if let seconds = try? value.decode(Double.self) {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "")
      throw DecodingError.typeMismatch(Date.self, context)
    }
    return decoder
  }
}

extension JSONEncoder {
  /// Makes an encoder for saved state, which writes dates as text.
  static func forSavedState(_ formatting: OutputFormatting = []) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var value = encoder.singleValueContainer()
      if let text = date.savedText {
        try value.encode(text)
      } else {
        try value.encode(date.timeIntervalSinceReferenceDate)
      }
    }
    return encoder
  }
}

extension Date {
  /// The date in ISO 8601 with as many digits as it needs; nil if no such text is exact.
  fileprivate var savedText: String? {
    guard abs(timeIntervalSinceReferenceDate) < 1e11 else { return nil }
    let seconds = timeIntervalSinceReferenceDate.rounded(.down)
    let whole = Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
    var fraction = "\(Int((timeIntervalSinceReferenceDate - seconds) * 1e9) + 1_000_000_000)"
      .dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let text = fraction.isEmpty ? whole : "\(whole.dropLast()).\(fraction)Z"
    return Date(savedText: text) == self ? text : nil
  }

  fileprivate init?(savedText text: String) {
    // The style reads either whole seconds or milliseconds.
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.dropFirst().first?.prefix(while: \.isNumber) ?? ""
    let zone = parts.dropFirst().first?.dropFirst(digits.count) ?? ""
    guard let date = try? Date("\(parts[0])\(zone)", strategy: .iso8601),
      let fraction = Double("0.\(digits)0")
    else { return nil }
    self = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate + fraction)
  }
}
