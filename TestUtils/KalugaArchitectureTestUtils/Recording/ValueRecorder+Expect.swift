extension ValueRecorder where Value: Equatable {
  /// Takes the next values and compares them with the expected ones; waits for each if necessary.
  ///
  ///     await names.expect("", "Ada")
  ///
  /// Stops at the first value that differs or does not arrive. The failure shows the lines that
  /// differ; the test continues.
  public func expect(
    _ expected: Value...,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async {
    let location = CallLocation(file, line)
    for (index, expected) in expected.enumerated() {
      let name = "expect, value \(index + 1)"
      switch await take(String(reflecting: expected), { _ in true }) {
      case .success(expected): continue
      case .success(let found):
        return report("\(name): \(differenceText(expected: expected, found: found))", location)
      case .failure(let problem): return report("\(name): \(problem.text)", location)
      }
    }
  }
}
