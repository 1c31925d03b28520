/// A call that should have come; made by ``MockFunction/called(_:)`` for
/// ``verifyOrder(_:fileID:filePath:line:column:)``.
public struct ExpectedCall: Sendable, CustomStringConvertible {
  /// A call that came, without its types.
  struct Found {
    let place: Int
    let text: String
    let capture: @Sendable () -> Void
  }

  /// The mock's name and the matchers, as failures show them.
  public let description: String

  let function: ObjectIdentifier
  let emptyCaptors: @Sendable () -> Void
  /// The first call after a place that fits.
  let first: @Sendable (_ place: Int) -> Found?
  let newest: @Sendable () -> (calls: [Found], total: Int)
}

extension MockFunction {
  /// A call that should have come, for ``verifyOrder(_:fileID:filePath:line:column:)``.
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
