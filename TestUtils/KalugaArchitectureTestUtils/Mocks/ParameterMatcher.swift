/// A condition on an argument of a mocked function.
///
///     load.on(.equal(7), .any).returns(ada)
///     load.verify(.oneOf(7, 8), .any, times: 2)
///
/// Kaluga: `ParameterMatcher`.
public struct ParameterMatcher<Value: Sendable>: Sendable {
  let text: String
  let strength: MatcherStrength
  var captor: Captor<Value>?
  let fits: @Sendable (Value) -> Bool

  /// Matches every argument.
  public static var any: Self { Self(text: "any", strength: .any) { _ in true } }

  /// Matches arguments that fulfil the condition; failures show the description.
  public static func matching(
    _ description: String,
    _ fits: @escaping @Sendable (Value) -> Bool
  ) -> Self {
    Self(text: description, strength: .matching, fits: fits)
  }

  /// Matches instances of a type, for parameters of a superclass or protocol type.
  public static func instance<Kind>(of type: Kind.Type) -> Self {
    Self(text: "instance of \(type)", strength: .instance) { $0 is Kind }
  }

  /// Matches optional arguments that have a value.
  public static func notNil<Wrapped>() -> Self where Value == Wrapped? {
    Self(text: "not nil", strength: .notNil) { $0 != nil }
  }

  /// Matches the same arguments as another matcher, and captures them as ``Captor`` describes.
  public static func capture(_ captor: Captor<Value>, where matcher: Self = .any) -> Self {
    var matcher = matcher
    matcher.captor = captor
    return matcher
  }
}

extension ParameterMatcher where Value: Equatable {
  /// Matches arguments that are equal to a value.
  public static func equal(_ value: Value) -> Self {
    Self(text: argumentText(value), strength: .equal) { $0 == value }
  }

  /// Matches arguments that are not equal to a value.
  public static func notEqual(_ value: Value) -> Self {
    Self(text: "not \(argumentText(value))", strength: .notEqual) { $0 != value }
  }

  /// Matches arguments that are equal to one of the values.
  public static func oneOf(_ values: Value...) -> Self {
    let texts = values.map(argumentText).joined(separator: ", ")
    return Self(text: "one of \(texts)", strength: .oneOf) { values.contains($0) }
  }
}

/// How specific a matcher is, which decides which of several matching stubs answers.
enum MatcherStrength: Comparable {
  case any, notNil, instance, notEqual, matching, oneOf, equal
}

/// Returns the description of an argument for failures, shortened if it is long.
func argumentText<Value>(_ value: Value) -> String {
  let text = (value as? String).map(String.init(reflecting:)) ?? String(describing: value)
  return text.count <= 60 ? text : "\(text.prefix(59))…"
}
