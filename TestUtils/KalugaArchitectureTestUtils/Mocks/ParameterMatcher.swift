/// A condition on an argument of a mocked function.
///
///     load.on(.equal(7), .any).returns(ada)
///     load.verify(.oneOf(7, 8), .any, times: 2)
///
/// The condition runs on the thread that calls or verifies the mock. It never runs under a lock,
/// and can call mocks.
///
/// Kaluga: `ParameterMatcher`.
public struct ParameterMatcher<Value: Sendable>: Sendable {
  let description: String

  let strength: MatcherStrength
  let fits: @Sendable (Value) -> Bool
  var captor: Captor<Value>?

  private init(
    _ description: String,
    _ strength: MatcherStrength,
    fits: @escaping @Sendable (Value) -> Bool
  ) {
    self.description = description
    self.strength = strength
    self.fits = fits
  }

  /// Matches every argument.
  public static var any: Self {
    Self("any", .any) { _ in true }
  }

  /// Matches arguments that fulfil the condition; failures show the description.
  public static func matching(
    _ description: String,
    _ fits: @escaping @Sendable (Value) -> Bool
  ) -> Self {
    Self(description, .matching, fits: fits)
  }

  /// Matches arguments that are instances of a type, for parameters of a superclass or protocol
  /// type.
  public static func instance<Kind>(of type: Kind.Type) -> Self {
    Self("instance of \(type)", .instance) { $0 is Kind }
  }

  /// Matches optional arguments that have a value.
  public static func notNil<Wrapped>() -> Self where Value == Wrapped? {
    Self("not nil", .notNil) { $0 != nil }
  }

  /// Matches the same arguments as another matcher, and captures them.
  ///
  /// In a verification, the captor captures the arguments of the matching calls if their number is
  /// right. In a stub, it captures the argument of each call that the stub answers.
  public static func capture(_ captor: Captor<Value>, where matcher: Self = .any) -> Self {
    var matcher = matcher
    matcher.captor = captor
    return matcher
  }
}

extension ParameterMatcher where Value: Equatable {
  /// Matches arguments that are equal to a value.
  public static func equal(_ value: Value) -> Self {
    Self(argumentText(value), .equal) { $0 == value }
  }

  /// Matches arguments that are not equal to a value.
  public static func notEqual(_ value: Value) -> Self {
    Self("not \(argumentText(value))", .notEqual) { $0 != value }
  }

  /// Matches arguments that are equal to one of the values.
  public static func oneOf(_ values: Value...) -> Self {
    let texts = values.map(argumentText)
    return Self("one of \(texts.joined(separator: ", "))", .oneOf) { values.contains($0) }
  }
}
