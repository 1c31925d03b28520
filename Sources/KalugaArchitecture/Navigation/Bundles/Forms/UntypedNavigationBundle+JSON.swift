#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UntypedNavigationBundle {
  /// Reads a bundle from a JSON object in UTF-8.
  ///
  /// Objects are bundles, `null` is nil. Text has no type of its own yet: a date is ISO 8601, a
  /// codable value the text of its JSON, and `nan`, `inf` and `-inf` are numbers; other numbers and
  /// truth values are not read from text.
  ///
  /// - Throws: One problem: with the path `JSON` if this is not a JSON object of few enough levels,
  ///   or with the path of a key that an object has twice.
  public init(json: Data) throws(NavigationBundleError) {
    let problem: NavigationBundleError.Problem
    do throws(JSONReader.Problem) {
      if case .bundle(let rows) = try JSONReader.value(json) {
        self.init(rows: rows, source: .json, isForeign: true)
        return
      }
      problem = Self.noObject(found: "a single value or an array")
    } catch {
      problem =
        switch error {
        case .malformed: Self.noObject(found: "something else")
        case .repeatedKey(let problem): problem
        }
    }
    throw NavigationBundleError(problems: [problem])
  }

  /// The text may hold what is private, and is not shown.
  private static func noObject(found: String) -> NavigationBundleError.Problem {
    let expected = "an object of at most \(deepest) levels"
    return NavigationBundleError.Problem(path: "JSON", expected: expected, found: found)
  }

  /// The bundle as a JSON object, with the keys in alphabetical order.
  ///
  /// `init(json:)` tells how values are written.
  ///
  /// - Throws: Every row that cannot be written: a codable value that JSON has no notation for, or
  ///   too many levels.
  public func json(
    for purpose: NavigationBundlePurpose = .transfer
  ) throws(NavigationBundleError) -> Data {
    Data(JSONWriter.bytes(try writableRows(for: purpose)))
  }
}
