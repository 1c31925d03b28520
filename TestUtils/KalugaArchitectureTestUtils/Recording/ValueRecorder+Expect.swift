extension ValueRecorder where Value: Equatable {
  /// Takes the next values and compares them with those that should come; waits for them.
  ///
  ///     await names.expect("", "Ada")
  ///
  /// The first that differs, or does not come, is a failure that shows in what it differs; the test goes
  /// on, and what follows is not taken.
  public func expect(
    _ expected: Value...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CallLocation(fileID, filePath, line, column)
    for (index, expected) in expected.enumerated() {
      let name = "expect, value \(index + 1)"
      switch await take("\(expected)", { _ in true }) {
      case .success(expected): continue
      case .success(let found):
        return report("\(name): \(differenceText(expected: expected, found: found))", location)
      case .failure(let problem): return report("\(name): \(problem.text)", location)
      }
    }
  }
}
