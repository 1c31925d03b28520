// Mistakes that the compiler finds after type checking, such as data races. See TypeErrors.swift.
import KalugaArchitecture

// MARK: sharing the iterator of a flow between tasks
func share(_ flow: StateFlow<Int>) {
  let iterator = flow.makeAsyncIterator()
  // expected-error@+2 {{risks causing data races}}
  // expected-note@+1 * {{}}
  Task { _ = iterator }
  Task { _ = iterator }  // expected-note * {{}}
}
