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

// MARK: a closure of several statements that makes screens without return
enum Stop: NavigationDestination { case first, last }
@MainActor func makeDriver() -> NavigationDriver<Stop> {
  NavigationDriver(root: .first) { stop, driver in
    switch stop {
    case .first: BaseLifecycleViewModel()  // expected-warning * {{}}
    case .last:
      let last = BaseLifecycleViewModel()
      driver.onBack(on: last) { .intercept }.addTo(last.scope)
      last  // expected-warning * {{}}
    }
    // expected-error@+1 {{missing return in closure expected to return 'BaseLifecycleViewModel'}}
  }
}

// MARK: an initializer that does not call the one of its superclass
final class Numbered: NavigatingViewModel<Go> {
  let number: Int
  // expected-error@+1 {{'super.init' isn't called on all paths before returning from initializer}}
  init(number: Int) { self.number = number }
}
