import KalugaArchitecture

extension String {
  /// The text in quotes, with control characters escaped.
  ///
  /// Quote all text that was typed or read from a file, because it is not trusted.
  var quoted: String { "\(NavigationBundleValue.string(self))" }
}
