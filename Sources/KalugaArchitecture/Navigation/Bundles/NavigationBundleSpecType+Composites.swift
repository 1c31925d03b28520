#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavigationBundleSpecType {
  /// Returns the type of an array with elements of one type.
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
        guard let values = reading.elements(of: value) else {
          let expected = reading.name(ofArray: name, insteadOf: value)
          let isPrivate = element.hasPrivateParts
          return .problems([
            reading.misfit(expected: expected, found: value, hasPrivateParts: isPrivate)
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

  /// Returns the type of a value that may be nil.
  ///
  /// A missing row is read as nil. In links, an empty text is nil if the type cannot read it.
  ///
  /// Kaluga: `OptionalType`.
  public static func optional<Wrapped>(
    _ wrapped: NavigationBundleSpecType<Wrapped>
  ) -> Self where Value == Wrapped? {
    // An optional of an optional has two kinds of nil. An array around the inner one distinguishes
    // them.
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
            if reading.isEmptyText(value) { return .value(nil) }
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
        case .problems where reading.isEmptyText(value): .value(nil)
        case .problems(let problems): .problems(problems)
        }
      }
    )
  }

  /// Returns the type of a nested bundle's content.
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
  /// Returns the type of any `Codable` value.
  ///
  /// Its untyped form is a text that contains JSON.
  ///
  /// The value is only encoded when its untyped form is needed. A value that cannot be encoded,
  /// such as NaN, has the untyped form ``NavigationBundleValue/invalid(_:)``.
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
  /// Returns the value as JSON text, or the reason why it cannot be encoded.
  static func serialized<Value: Encodable>(encoding value: Value) -> NavigationBundleValue {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return .serialized(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      // The encoder's error would show the content of the value.
      return .invalid("\(Value.self) cannot be written as JSON")
    }
  }
}
