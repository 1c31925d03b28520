/// Supplies lines from an array, for tests and scripted runs.
@MainActor
package final class ArrayLineSource: LineSource {
  private var lines: ArraySlice<String>

  /// Creates a source of these lines.
  package init(_ lines: [String]) {
    self.lines = lines[...]
  }

  /// Returns the next line, or nil after the last one.
  package func next() async -> String? {
    lines.popFirst()
  }
}
