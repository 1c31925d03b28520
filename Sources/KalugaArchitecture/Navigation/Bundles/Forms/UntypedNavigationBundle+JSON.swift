#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UntypedNavigationBundle {
  /// Reads a bundle from a JSON object in UTF-8.
  ///
  /// An object becomes a bundle, and `null` becomes nil. Text has no type until a spec reads it. It
  /// may be a date in ISO 8601, a codable value as JSON text, one of the numbers `nan`, `inf` and
  /// `-inf`, or an integer of more than 64 bits. Other numbers and Booleans are not read from text.
  ///
  /// - Throws: An error with one problem. Its path is `JSON` if the data is not a JSON object of at
  ///   most 100 levels, or the path of a key that an object has twice.
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

  /// Returns the problem of data that is not an object, without the data, which may be private.
  private static func noObject(found: String) -> NavigationBundleError.Problem {
    let expected = "an object of at most \(deepest) levels"
    return NavigationBundleError.Problem(path: "JSON", expected: expected, found: found)
  }

  /// Returns the bundle as a JSON object in UTF-8, with the keys in alphabetical order.
  ///
  /// See `init(json:)` for the notation of the values.
  ///
  /// - Throws: An error that lists each row that cannot be written. Such a row has a codable value
  ///   without a JSON notation, or too many levels.
  public func json(
    for purpose: NavigationBundlePurpose = .transfer
  ) throws(NavigationBundleError) -> Data {
    Data(JSONWriter.bytes(try writableRows(for: purpose)))
  }
}
