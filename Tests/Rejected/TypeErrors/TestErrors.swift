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

// MARK: a forgotten $ in withViewModel
@MainActor func test4(_ model: Model) async throws {
  try await withViewModel(model) { harness in
    await harness.resume()
    // expected-error@+1 {{cannot convert value 'name' of type 'String' to expected type 'BasicObservable<String>', use wrapper instead}}
    let name = ValueRecorder(harness.viewModel.name)
    await name.expect("")
  }
}

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
