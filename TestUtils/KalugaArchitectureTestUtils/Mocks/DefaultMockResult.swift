/// A type with a value that a mock may return where no stub fits.
///
/// Booleans are false, numbers are 0, texts and collections are empty, optionals are nil. Conform types
/// of your own that have such a value.
///
/// Kaluga: the results for which `mock()` has an answer.
public protocol DefaultMockResult {
  /// What a mock returns where no stub fits.
  static var defaultMockResult: Self { get }
}

extension MockFunction where Result: DefaultMockResult {
  /// Creates a mock that returns the default of its type where no stub fits.
  ///
  ///     let isOnline = MockFunction<Bool>.withDefault("isOnline")      // false
  ///
  /// Kaluga: `mock()`.
  public static func withDefault(_ name: String) -> Self {
    Self(name, default: .defaultMockResult)
  }
}

extension MockFunction where Result == Void {
  /// Creates a mock that does nothing where no stub fits.
  ///
  /// Kaluga: `mock()`.
  public static func withDefault(_ name: String) -> Self {
    Self(name, default: ())
  }
}

extension DefaultMockResult where Self: AdditiveArithmetic {
  /// 0.
  public static var defaultMockResult: Self { .zero }
}

extension DefaultMockResult where Self: RangeReplaceableCollection {
  /// Empty.
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
  /// Empty.
  public static var defaultMockResult: Self { [] }
}

extension Dictionary: DefaultMockResult {
  /// Empty.
  public static var defaultMockResult: Self { [:] }
}

extension Optional: DefaultMockResult {
  /// Nil.
  public static var defaultMockResult: Self { nil }
}
