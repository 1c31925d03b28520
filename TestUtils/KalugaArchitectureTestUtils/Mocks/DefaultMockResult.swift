/// A type with a default value that a mock returns if no stub matches.
///
/// The default is false for a Boolean, 0 for a number, nil for an optional, and an empty value for
/// a string or collection. You can conform your own types.
///
/// Kaluga: the result types that `mock()` supports.
public protocol DefaultMockResult {
  /// The value that a mock returns if no stub matches.
  static var defaultMockResult: Self { get }
}

extension MockFunction where Result: DefaultMockResult {
  /// Creates a mock that returns the default of its type if no stub matches.
  ///
  ///     let isOnline = MockFunction<Bool>.withDefault("isOnline")      // false
  ///
  /// Kaluga: `mock()`.
  public static func withDefault(_ name: String) -> Self {
    Self(name, default: .defaultMockResult)
  }
}

extension MockFunction where Result == Void {
  /// Creates a mock that does nothing if no stub matches.
  ///
  /// Kaluga: `mock()`.
  public static func withDefault(_ name: String) -> Self {
    Self(name, default: ())
  }
}

extension DefaultMockResult where Self: AdditiveArithmetic {
  /// Zero.
  public static var defaultMockResult: Self { .zero }
}

extension DefaultMockResult where Self: RangeReplaceableCollection {
  /// An empty collection.
  public static var defaultMockResult: Self { Self() }
}

extension Int: DefaultMockResult {}
extension Int8: DefaultMockResult {}
extension Int16: DefaultMockResult {}
extension Int32: DefaultMockResult {}
extension Int64: DefaultMockResult {}
extension UInt: DefaultMockResult {}
extension UInt8: DefaultMockResult {}
extension UInt16: DefaultMockResult {}
extension UInt32: DefaultMockResult {}
extension UInt64: DefaultMockResult {}
extension Float: DefaultMockResult {}
extension Double: DefaultMockResult {}
extension String: DefaultMockResult {}
extension Array: DefaultMockResult {}

extension Bool: DefaultMockResult {
  /// False.
  public static var defaultMockResult: Self { false }
}

extension Set: DefaultMockResult {
  /// An empty set.
  public static var defaultMockResult: Self { [] }
}

extension Dictionary: DefaultMockResult {
  /// An empty dictionary.
  public static var defaultMockResult: Self { [:] }
}

extension Optional: DefaultMockResult {
  /// Nil.
  public static var defaultMockResult: Self { nil }
}
