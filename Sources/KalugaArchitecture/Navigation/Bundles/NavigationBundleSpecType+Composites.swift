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
      decode: { value, reading throws(NavigationBundleError) in
        guard let values = reading.elements(of: value) else {
          throw reading.refusal(
            expected: reading.name(ofArray: name, insteadOf: value),
            found: value,
            hasPrivateParts: element.hasPrivateParts
          )
        }
        var elements: [Element] = []
        var problems: [NavigationBundleError.Problem] = []
        for (index, value) in values.enumerated() {
          do throws(NavigationBundleError) {
            elements.append(try element.decode(value, reading))
          } catch {
            problems += error.problems.map { $0.inside(element: index) }
          }
        }
        guard problems.isEmpty else { throw NavigationBundleError(problems: problems) }
        return elements
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
      decode: { value, reading throws(NavigationBundleError) in
        if value == .null { return nil }
        do throws(NavigationBundleError) {
          if !isNested { return try wrapped.decode(value, reading) }
          if case .array(let values) = value, let inner = values.first, values.count == 1 {
            return try wrapped.decode(inner, reading)
          }
          throw reading.refusal(
            expected: "[\(wrapped.name)]?",
            found: value,
            hasPrivateParts: wrapped.hasPrivateParts
          )
        } catch {
          if reading.isEmptyText(value) { return nil }
          throw error
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
      decode: { value, reading throws(NavigationBundleError) in
        if case .bundle(let rows) = value { return try spec.decode(rows, reading) }
        throw reading.refusal(
          expected: "\(Value.self)",
          found: value,
          hasPrivateParts: spec.hasPrivateParts
        )
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
      decode: { value, reading throws(NavigationBundleError) in
        switch value {
        case .serialized(let json), .string(let json), .text(let json):
          if let decoded = try? JSONDecoder().decode(type, from: Data(json.utf8)) { return decoded }
        default: break
        }
        throw reading.refusal(expected: "\(type) as JSON", found: value)
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
