import KalugaArchitecture

extension String {
  /// The text in quotes, with everything escaped that would control a terminal: it was typed, or read
  /// from a file that somebody else may have written.
  var quoted: String { "\(NavigationBundleValue.string(self))" }
}
