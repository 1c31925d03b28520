/// What a task waits for inside the toolkit; for listeners and test failures.
@usableFromInline
package enum SuspensionPlace: Sendable {
  case clock
  case gate
  case flow
  /// A result, an end or an answer: every other wait of the toolkit.
  case result
}
