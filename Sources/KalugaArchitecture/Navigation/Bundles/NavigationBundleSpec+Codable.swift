extension NavigationBundleSpec where Content: Codable & Sendable {
  /// The spec of a `Codable` content: a row for each property, in their order.
  ///
  ///     struct Order: Codable, Hashable, NavigationBundleContent {
  ///       var number: Int
  ///       var card: String
  ///       static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.card)
  ///     }
  ///
  /// One dry run of the content's decoder finds the keys and types. Properties may be numbers, truth
  /// values, text, dates, `Data`, `Decimal`, `URL`, `UUID`, enums with raw values that are `CaseIterable`,
  /// option sets, optionals, arrays, sets, dictionaries with text as keys, and `Codable` structs and
  /// classes of these, which may contain themselves. A property with a bundle spec of its own is written
  /// and read by that.
  ///
  /// Not possible are types whose rows depend on the value: enums with payloads, and an `init(from:)`
  /// that looks at the data or refuses empty text and zeros. Such a spec is refused when it is used:
  /// reading throws a ``NavigationBundleError`` with the path to the type, and so does a link. A
  /// transition shows the error in place of the rows. Give such a content a spec with rows of its own.
  ///
  /// - Parameter keys: The rows that must never be shown in a transcript, log or error.
  /// - Returns: The spec; make it once, as a `static let`.
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
    let content = BundleSchema.Shape.type(Content.self)
    self.init(
      privateKeys: schema.privateKeys,
      hasPrivateBundles: schema.hasContents,
      encode: { content in
        let form = try? BundleEncoder(schema: schema).composite(content)
        guard case .bundle(let rows)? = form else {
          return [.refusal("\(Content.self) cannot be written as rows")]
        }
        return rows
      },
      decode: { rows, reading in
        let form = NavigationBundleValue.bundle(rows)
        // Unless the content knows better, all is well: the decoder is asked first.
        var problems =
          reading.unknownKeys == .reported ? schema.problems(of: form, content, reading) : []
        guard problems.isEmpty else { return .problems(problems) }
        do {
          return .value(try BundleDecoder.composite(Content.self, from: form, reading))
        } catch {
          // The decoder stops at the first problem, and one error lists everything that is wrong.
          problems = schema.problems(of: form, content, reading)
          if problems.isEmpty, let misfit = error as? BundleDecoder.Misfit {
            problems = misfit.problems
          }
          return .problems(problems)
        }
      }
    )
  }

  private init(refused error: NavigationBundleError) {
    self.init(
      privateKeys: [],
      hasPrivateBundles: true,
      encode: { _ in [.refusal("\(error)")] },
      decode: { _, _ in .problems(error.problems) }
    )
  }
}

extension NavigationBundleRow {
  /// What the rows of a content are if its spec was refused.
  fileprivate static func refusal(_ reason: String) -> NavigationBundleRow {
    NavigationBundleRow(key: "bundleSpec", value: .invalid(reason))
  }
}
