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
      return Date(timeIntervalSinceReferenceDate: try value.decode(Double.self))
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
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let first = parts.first else { return nil }
    let whole = parts.count == 1 ? text : "\(first)Z"
    guard let date = try? Date(whole, strategy: .iso8601) else { return nil }
    guard parts.count == 2 else {
      self = date
      return
    }
    guard parts[1].last == "Z", let fraction = Double("0.\(parts[1].dropLast())") else {
      return nil
    }
    self = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate + fraction)
  }
}
