extension NavigationBundleSpec where Content: Codable & Sendable {
  /// Returns the spec of a `Codable` content, with a row for each property in its order.
  ///
  ///     struct Order: Codable, Hashable, NavigationBundleContent {
  ///       var number: Int
  ///       var card: String
  ///       static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.card)
  ///     }
  ///
  /// A dry run of the content's decoder finds the keys and types. Store the spec in a `static let`,
  /// so that it is made only once.
  ///
  /// Properties can be numbers, Booleans, text, dates, `Data`, `Decimal`, `URL`, `UUID`,
  /// `CaseIterable` enums with raw values, option sets, optionals, arrays, sets and dictionaries
  /// with text keys. They can also be `Codable` structs and classes of these, even recursive ones.
  /// A property whose type has its own bundle spec is written and read with that spec. Its decoder
  /// takes part in the dry run, so that the type must meet the same conditions.
  ///
  /// The rows must not depend on the value. Enums with payloads are therefore not supported, nor is
  /// an `init(from:)` that inspects the data or refuses empty text or zeros. Such a spec is refused
  /// when it is used. Reading it, or a link to it, throws a ``NavigationBundleError`` with the path
  /// to the type. Transitions show that error instead of the rows, and
  /// ``ArchitectureDiagnostic/Kind/refusedSpec`` is reported. Write a spec with explicit rows for such
  /// a content, in which the row of an enum has the type ``NavigationBundleSpecType/codable(_:)``. An
  /// enum that is a result needs no spec: `NavigationResult(change, .codable())`.
  ///
  /// A dry run sees only one way through a decoder. It does not notice that a type is read in two
  /// forms, such as a number or text. A value with members for which the dry run has found no rows,
  /// or in another form, is therefore not written: its row is invalid.
  ///
  /// - Parameter keys: The rows that are private and never shown in a transcript, log or error.
  /// - Returns: The spec. A type that is not supported gives a spec that is refused when it is
  ///   used.
  public static func codable(private keys: any CodingKey...) -> Self {
    do throws(NavigationBundleError) {
      let schema = try BundleSchemaFinder.schema(
        of: Content.self,
        privateKeys: keys.map(\.stringValue)
      )
      return Self(schema)
    } catch {
      return Self(refused: error)
    }
  }

  private init(_ schema: BundleSchema) {
    self.init(
      privateKeys: schema.privateKeys,
      hasPrivateBundles: schema.hasContents,
      encode: { schema.rows(of: $0) ?? [.refusal("\(Content.self) cannot be written as rows")] },
      decode: { rows, reading throws(NavigationBundleError) in
        try schema.content(from: rows, reading)
      }
    )
  }

  private init(refused error: NavigationBundleError) {
    self.init(
      privateKeys: [],
      hasPrivateBundles: true,
      encode: { _ in [.refusal("\(error)")] },
      decode: { _, _ throws(NavigationBundleError) in throw error }
    )
  }
}

extension NavigationBundleRow {
  /// The key of the row that replaces all others of a content whose spec was refused.
  private static let refusalKey = "bundleSpec"

  fileprivate static func refusal(_ reason: String) -> NavigationBundleRow {
    NavigationBundleRow(key: refusalKey, value: .invalid(reason))
  }

  /// The reason if the spec of this row's content, or of a nested one, was refused.
  var refusal: String? {
    switch value {
    case .invalid(let reason) where key == Self.refusalKey: reason
    case .bundle(let rows): rows.lazy.compactMap(\.refusal).first
    default: nil
    }
  }
}
