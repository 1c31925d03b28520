// Mistakes in the tests of view models. The compiler must report each at its own line, and not at the call to `resume`.
import KalugaArchitecture
import KalugaArchitectureTestUtils

@MainActor func acceptedTest(_ model: Model, _ navigator: RecordingNavigator<Other>) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    harness.viewModel.name = "Ada"
    await harness.pause()
  }
}

// MARK: a misspelled property in withViewModel
@MainActor func test1(_ model: Model) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    // expected-error@+1 {{reference to member 'nam' cannot be resolved without a contextual type}}
    harness.viewModel.nam = "Ada"
  }
}

// MARK: a value of the wrong type in withViewModel
@MainActor func test2(_ model: Model) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    // expected-error@+1 {{cannot assign value of type 'Int' to type 'String'}}
    harness.viewModel.name = 1
  }
}

// MARK: an expectation of the wrong type in withViewModel
@MainActor func test3(_ model: Model) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    let name = ValueRecorder(harness.viewModel.$name)
    // expected-error@+1 {{cannot convert value of type 'Int' to expected argument type 'String'}}
    await name.expect(1)
    await harness.pause()
  }
}

// MARK: a forgotten $ in withViewModel
@MainActor func test4(_ model: Model) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    // expected-error@+1 {{cannot convert value 'name' of type 'String' to expected type 'BasicObservable<String>', use wrapper instead}}
    let name = ValueRecorder(harness.viewModel.name)
    await name.expect("")
  }
}

// MARK: a missing try in withViewModel
@MainActor func test5(_ model: Model) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    // expected-error@+1 {{call can throw, but it is not marked with 'try' and the error is not handled}}
    harness.viewModel.save()
  }
}

// MARK: a missing await in withViewModel
@MainActor func test6(_ model: Model) async throws {
  try await withViewModel(model) { harness in
    // expected-error@+2 {{expression is 'async' but is not marked with 'await'}}
    // expected-note@+1 * {{}}
    harness.resume()
    harness.viewModel.name = "Ada"
  }
}

// MARK: an unknown variable in withViewModel
@MainActor func test7(_ model: Model) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    // expected-error@+2 {{cannot find 'navigator' in scope}}
    // expected-error@+1 {{cannot infer contextual base in reference to member 'help'}}
    navigator.expect(.help)
  }
}

// MARK: an expected action that does not exist
@MainActor func test8(_ model: Model, _ navigator: RecordingNavigator<Comparable>) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    // expected-error@+1 {{type 'Comparable' has no member 'halp'}}
    navigator.expect(.halp)
  }
}
enum Comparable: NavigationAction, Equatable { case help }

// MARK: an expected action of a type that is not Equatable
struct Closure: NavigationAction { let run: @Sendable () -> Void }
@MainActor func test9(
  _ model: Model,
  _ navigator: RecordingNavigator<Closure>,
  _ action: Closure
) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    // expected-error@+1 {{requires that 'Closure' conform to 'Equatable'}}
    navigator.expect(action)
  }
}

// MARK: resuming a view model that cannot be resumed
@MainActor func test10(_ model: LifecycleViewModel) async throws {
  try await withViewModel(model) { harness in
    // expected-error@+1 {{'resume()' is unavailable: only a BaseLifecycleViewModel can be resumed}}
    await harness.resume()
  }
}
