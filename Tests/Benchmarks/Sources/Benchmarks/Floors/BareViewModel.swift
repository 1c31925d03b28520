/// The objects of a view model's life: two scopes, a stage with its observers, and a binding to a host.
@MainActor
final class BareViewModel {
  let scope = BareScope()
  let stage = ClosureHolder()
  private var resumedScope: BareScope?
  private let onResume: @MainActor (BareScope) -> Void

  init(onResume: @escaping @MainActor (BareScope) -> Void) {
    self.onResume = onResume
  }

  func resume() {
    let resumed = BareScope()
    scope.children.append(resumed)
    resumedScope = resumed
    stage.post(1)
    onResume(resumed)
  }

  func pause() {
    resumedScope?.cancel()
    resumedScope = nil
    stage.post(2)
  }

  func clear() {
    scope.cancel()
    stage.post(3)
  }
}

/// Tasks and child scopes that are cancelled together.
@MainActor
final class BareScope {
  var children: [BareScope] = []
  private var tasks: [Task<Void, Never>] = []

  func launch(_ body: @escaping @MainActor () async -> Void) {
    tasks.append(Task(operation: body))
  }

  func cancel() {
    for child in children { child.cancel() }
    for task in tasks { task.cancel() }
    children = []
    tasks = []
  }
}

/// Resumes and pauses a view model, and clears it at the end.
@MainActor
final class BareBinding {
  private var viewModel: BareViewModel?
  private weak var host: AnyObject?

  init(_ viewModel: BareViewModel, host: AnyObject) {
    self.viewModel = viewModel
    self.host = host
  }

  func hostDidAppear() {
    if host != nil { viewModel?.resume() }
  }

  func hostDidDisappear() {
    viewModel?.pause()
  }

  func unbind() {
    viewModel?.clear()
    viewModel = nil
  }
}
