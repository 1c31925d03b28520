/// Checks that an object is released when nobody needs it any longer.
///
///     try await expectReleased {
///       let model = HomeViewModel(navigator: navigator, ticker: ticker)
///       model.didResume()
///       return model
///     }
///
/// - Parameters:
///   - fileID: The file of the call.
///   - line: The line of the call.
///   - use: Makes the object, uses it as the app does, and returns it. What it is used with may stay.
/// - Throws: That something still holds the object; and what `use` throws.
@MainActor
public func expectReleased<Object: AnyObject>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ use: @MainActor () async throws -> Object
) async throws {
  let survivor = Survivor(try await use())
  guard await survivor.isAlive() else { return }
  throw TestUtilsError(
    "expectReleased: \(Object.self) is still alive: something captures it strongly "
      + "(work that waits, an observer, a callback). Capture it weakly, or end what holds it",
    CallLocation(fileID: fileID, line: line)
  )
}
