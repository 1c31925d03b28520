#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavigationBundleSpecType {
  /// Values of one type in order.
  ///
  /// Kaluga: `BooleanArrayType`, `StringArrayType` and so on.
  public static func array<Element>(
    _ element: NavigationBundleSpecType<Element>
  ) -> Self where Value == [Element] {
    let name = "[\(element.name)]"
    return Self(
      name: name,
      hasPrivateParts: element.hasPrivateParts,
      encode: { .array($0.map(element.encode)) },
      decode: { value, reading in
        guard case .array(let values) = value else {
          let isPrivate = element.hasPrivateParts
          return .problems([
            reading.misfit(expected: name, found: value, hasPrivateParts: isPrivate)
          ])
        }
        var elements: [Element] = []
        var problems: [NavigationBundleError.Problem] = []
        for (index, value) in values.enumerated() {
          switch element.decode(value, reading) {
          case .value(let element): elements.append(element)
          case .problems(let found): problems += found.map { $0.inside(element: index) }
          }
        }
        return problems.isEmpty ? .value(elements) : .problems(problems)
      }
    )
  }

  /// A value that may be missing; a missing row reads as nil.
  ///
  /// Kaluga: `OptionalType`.
  public static func optional<Wrapped>(
    _ wrapped: NavigationBundleSpecType<Wrapped>
  ) -> Self where Value == Wrapped? {
    // An optional of an optional has two kinds of nothing: the inner one stands in brackets.
    let isNested = wrapped.isOptional
    return Self(
      name: "\(wrapped.name)?",
      missing: { nil },
      isOptional: true,
      hasPrivateParts: wrapped.hasPrivateParts,
      encode: { value in
        guard let value else { return .null }
        return isNested ? .array([wrapped.encode(value)]) : wrapped.encode(value)
      },
      decode: { value, reading in
        if value == .null { return .value(nil) }
        var inner = value
        if isNested {
          guard case .array(let values) = value, let only = values.first, values.count == 1 else {
            let expected = "[\(wrapped.name)]?"
            let isPrivate = wrapped.hasPrivateParts
            return .problems([
              reading.misfit(expected: expected, found: value, hasPrivateParts: isPrivate)
            ])
          }
          inner = only
        }
        return switch wrapped.decode(inner, reading) {
        case .value(let value): .value(value)
        case .problems(let problems): .problems(problems)
        }
      }
    )
  }

  /// The content of a nested bundle.
  ///
  /// Kaluga: `BundleType`.
  public static func bundle(_ spec: NavigationBundleSpec<Value>) -> Self {
    Self(
      name: "\(Value.self)",
      hasPrivateParts: spec.hasPrivateParts,
      encode: { .bundle(spec.rows(of: $0)) },
      decode: { value, reading in
        guard case .bundle(let rows) = value else {
          let isPrivate = spec.hasPrivateParts
          return .problems([
            reading.misfit(expected: "\(Value.self)", found: value, hasPrivateParts: isPrivate)
          ])
        }
        return spec.decode(rows, reading)
      }
    )
  }
}

extension NavigationBundleSpecType where Value: Codable & Sendable {
  /// Any `Codable` value; JSON text in the untyped form, and a string that holds it in JSON.
  ///
  /// Nothing is encoded until the untyped form is asked for. What cannot be encoded, as NaN, shows
  /// as invalid there.
  ///
  /// Kaluga: `SerializedType`.
  public static func codable(_ type: Value.Type = Value.self) -> Self {
    Self(
      name: "\(type)",
      encode: { .serialized(encoding: $0) },
      decode: { value, reading in
        switch value {
        case .serialized(let json), .string(let json), .text(let json):
          if let decoded = try? JSONDecoder().decode(type, from: Data(json.utf8)) {
            return .value(decoded)
          }
        default: break
        }
        return .problems([reading.misfit(expected: "\(type) as JSON", found: value)])
      }
    )
  }
}

extension NavigationBundleValue {
  /// The value as JSON text, or why there is none.
  static func serialized<Value: Encodable>(encoding value: Value) -> NavigationBundleValue {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return .serialized(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      // The encoder's error would show what the value holds.
      return .invalid("\(Value.self) cannot be written as JSON")
    }
  }
}
