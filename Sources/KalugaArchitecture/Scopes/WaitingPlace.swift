/// What a task waits for that waits inside the toolkit; what test-utils say of it.
package enum WaitingPlace: Sendable {
  case clock
  case gate
  case flow
  /// A result, an end or an answer: whatever else is handed over inside the toolkit.
  case result
}
