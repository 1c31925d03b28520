/// Checks that an object is released after its last use.
///
///     try await expectReleased {
///       let model = HomeViewModel(navigator: navigator, ticker: ticker)
///       model.didResume()
///       return model
///     }
///
/// Fails if the object is still alive after a second. Objects that it was used with may stay alive.
/// The test continues after a failure.
///
/// - Throws: The error that `use` throws.
@MainActor
public func expectReleased<Object: AnyObject>(
  file: StaticString = #filePath,
  line: UInt = #line,
  _ use: @MainActor () async throws -> Object
) async rethrows {
  let survivor = LeakProbe(try await use())
  guard await survivor.isAlive() else { return }
  FailureReporter().report(
    "expectReleased: \(Object.self) is still alive: something captures it strongly "
      + "(work that waits, an observer, a callback). Capture it weakly, or end what retains it"
      + survivor.suspects,
    at: CallLocation(file, line)
  )
}
