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

// MARK: a subject without a first value
// expected-error@+1 {{class 'Model9' has no initializers}}
final class Model9: BaseLifecycleViewModel {
  // expected-note@+1 * {{}}
  @InitializedSubject var name: String
}

// MARK: a property with a name of the base class
final class Stage: BaseLifecycleViewModel {
  // expected-error@+3 {{overriding non-open property outside of its defining module}}
  // expected-error@+2 {{cannot override a property with type}}
  // expected-note@+1 * {{}}
  private let stage = 1
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
