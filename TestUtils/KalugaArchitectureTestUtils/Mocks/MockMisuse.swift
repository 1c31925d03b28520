/// A call that a mock cannot answer: a mistake in the test.
struct MockMisuse: Error {
  let text: String
}
