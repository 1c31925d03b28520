/// Checks that an object is released when nobody needs it any longer.
///
///     try await expectReleased {
///       let model = HomeViewModel(navigator: navigator, ticker: ticker)
///       model.didResume()
///       return model
///     }
///
/// - Parameters:
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - use: Makes the object, uses it as the app does, and returns it. What it is used with may stay.
/// - Throws: What `use` throws.
@MainActor
public func expectReleased<Object: AnyObject>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ use: @MainActor () async throws -> Object
) async rethrows {
  let survivor = Survivor(try await use())
  guard await survivor.isAlive() else { return }
  FailureReporter().report(
    "expectReleased: \(Object.self) is still alive: something captures it strongly "
      + "(work that waits, an observer, a callback). Capture it weakly, or end what holds it",
    at: CallLocation(fileID, filePath, line, column)
  )
}
