// Mistakes that the compiler finds after type checking, such as data races. See TypeErrors.
import KalugaArchitecture

// MARK: sharing the iterator of a flow between tasks
func share(_ flow: StateFlow<Int>) {
  let iterator = flow.makeAsyncIterator()
  // expected-error@+2 {{risks causing data races}}
  // expected-note@+1 * {{}}
  Task { _ = iterator }
  Task { _ = iterator }  // expected-note * {{}}
}

enum Go: NavigationAction { case next }

// MARK: an initializer that does not call the one of its superclass
final class Numbered: NavigatingViewModel<Go> {
  let number: Int
  // expected-error@+1 {{'super.init' isn't called on all paths before returning from initializer}}
  init(number: Int) { self.number = number }
}
