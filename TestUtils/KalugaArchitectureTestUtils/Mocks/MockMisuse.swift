/// A mistake in the test because of which a mock cannot answer a call.
struct MockMisuse: Error {
  let text: String
}
