// Mistakes with view models and their work.
import KalugaArchitecture
import KalugaStores

// MARK: driving a view model off the main actor
// expected-error@+2 {{call to main actor-isolated instance method 'didResume()'}}
// expected-note@+1 * {{}}
func resume(_ model: BaseLifecycleViewModel) { model.didResume() }

// MARK: a hook without its scope
final class Model5: BaseLifecycleViewModel {
  // expected-error@+2 {{cannot override 'onResume' which has been marked unavailable: override onResume(scope:)}}
  // expected-note@+1 * {{}}
  override func onResume() {}
}

// MARK: an asynchronous hook
final class Model6: BaseLifecycleViewModel {
  // expected-error@+2 {{marked unavailable: override it without async, and launch work in the scope}}
  // expected-note@+1 * {{}}
  override func onResume(scope: TaskScope) async {}
}

// MARK: a hook without override
final class Model7: BaseLifecycleViewModel {
  // expected-error@+1 {{overriding declaration requires an 'override' keyword}}
  func onResume(scope: TaskScope) {}
}

// MARK: a derived observable that is not lazy
final class Model8: BaseLifecycleViewModel {
  @InitializedSubject var name = ""
  // expected-error@+1 {{cannot use instance member '$name' within property initializer}}
  var isValid = $name.map { !$0.isEmpty }
}

// MARK: a subject without a first value
// expected-error@+1 {{class 'Model9' has no initializers}}
final class Model9: BaseLifecycleViewModel {
  // expected-note@+1 * {{}}
  @InitializedSubject var name: String
}

// MARK: a saved property without a key
// expected-error@+1 {{missing argument for parameter #2 in call}}
final class Saved1: BaseLifecycleViewModel { @Saved var query = "" }

// MARK: a saved property without a first value
final class Saved2: BaseLifecycleViewModel {
  // expected-error@+2 {{is unavailable: write a first value; if only the initializer knows it}}
  // expected-note@+1 * {{}}
  @Saved("query") var query: String
}

// MARK: a subject with a policy and without a first value
final class Model11: BaseLifecycleViewModel {
  // expected-error@+1 {{missing argument for parameter 'wrappedValue' in call}}
  @InitializedSubject(changePolicy: .everyWrite) var name: String
}

// MARK: launched work that uses the view model implicitly
final class Model10: BaseLifecycleViewModel {
  @InitializedSubject var name = ""
  override func onResume(scope: TaskScope) {
    // expected-error@+2 {{requires explicit use of 'self'}}
    // expected-note@+1 * {{}}
    scope.launch { name = "Ada" }
  }
}

// MARK: a call to the main actor in work that runs elsewhere
@MainActor func work(_ model: Model) {
  // expected-error@+2 {{main actor-isolated global function 'show' cannot be called from outside of the actor}}
  // expected-note@+1 * {{}}
  model.scope.launch(on: .pool) { show("done") }
}

// MARK: a view model made off the main actor
// expected-error@+2 {{call to main actor-isolated initializer}}
// expected-note@+1 * {{}}
func make(_ navigator: any Navigator<Go>) { _ = Model(navigator: navigator) }

// MARK: a closure in a lazy property that awaits code off the main actor
final class Lazy: BaseLifecycleViewModel {
  // expected-error@+1 {{default argument cannot be both main actor-isolated and nonisolated}}
  lazy var slow = load { try await Task.sleep(for: .seconds(1)) }
}

// MARK: the method of another library that sends an intent
@MainActor func sync(_ store: some Store<Int, Int, Never>) {
  // expected-error@+2 {{'accept' has been renamed to 'send(_:)'}}
  // expected-note@+1 * {{}}
  store.accept(1)
}
