/// One call of a mocked function.
struct MockCall<each Parameter: Sendable>: Sendable {
  let arguments: (repeat each Parameter)
  /// The position of the call among the calls of all mocks.
  let place: Int

  /// The description of the arguments in failures.
  var text: String {
    var texts: [String] = []
    for argument in repeat each arguments { texts.append(argumentText(argument)) }
    return "(\(texts.joined(separator: ", ")))"
  }
}
