/// A call that ``verifyOrder(_:fileID:filePath:line:column:)`` expects.
///
/// ``MockFunction/called(_:)`` creates it.
public struct ExpectedCall: Sendable {
  /// A recorded call with erased types.
  struct Found {
    let place: Int
    let text: String
    let capture: @Sendable () -> Void
  }

  /// The mock's name and the matchers, for failures.
  let description: String

  let function: ObjectIdentifier
  let emptyCaptors: @Sendable () -> Void
  /// Returns the first matching call after a position.
  let first: @Sendable (_ place: Int) -> Found?
  let newest: @Sendable () -> (calls: [Found], total: Int)
}

extension MockFunction {
  /// Returns an expected call for ``verifyOrder(_:fileID:filePath:line:column:)``.
  public func called(_ matchers: repeat ParameterMatcher<each Parameter>) -> ExpectedCall {
    let pattern = CallPattern(repeat each matchers)
    let found = { @Sendable [name] (call: MockCall<repeat each Parameter>) in
      ExpectedCall.Found(place: call.place, text: name + call.text) { pattern.capture(call) }
    }
    return ExpectedCall(
      description: name + pattern.text,
      function: ObjectIdentifier(self),
      emptyCaptors: { pattern.emptyCaptors() },
      first: { [log] place in
        log.calls.first { $0.place > place && pattern.fits($0) }.map(found)
      },
      newest: { [log] in
        let calls = log.calls
        return (calls.suffix(listedCallLimit).map(found), calls.count)
      }
    )
  }
}
