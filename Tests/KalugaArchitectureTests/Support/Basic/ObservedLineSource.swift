import KalugaTerminal

/// Supplies lines, and calls a closure before each.
@MainActor
final class ObservedLineSource: LineSource {
  private var lines: ArraySlice<String>
  private let onNext: @MainActor (String) async -> Void

  init(_ lines: [String], _ onNext: @escaping @MainActor (String) async -> Void) {
    self.lines = lines[...]
    self.onNext = onNext
  }

  func next() async -> String? {
    let line = lines.popFirst()
    if let line { await onNext(line) }
    return line
  }
}
