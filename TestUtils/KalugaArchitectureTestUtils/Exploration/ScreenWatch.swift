import KalugaArchitecture

/// Remembers the screens that an app opens, without retaining them.
@MainActor
final class ScreenWatch {
  private struct Screen {
    weak var viewModel: BaseLifecycleViewModel?
    let name: String
    let work: TaskScopeCore
  }

  private var screens: [Screen] = []

  /// Adds the view models that are not known yet.
  func notice(_ viewModels: [BaseLifecycleViewModel]) {
    for viewModel in viewModels where !screens.contains(where: { $0.viewModel === viewModel }) {
      let name = "\(type(of: viewModel))"
      screens.append(Screen(viewModel: viewModel, name: name, work: viewModel.scope.core))
    }
  }

  /// Cancels the tasks of all screens without calling their hooks, and forgets the screens.
  func endProcess() {
    for screen in screens { screen.work.end() }
    screens = []
  }

  /// Looks for closed screens that are still alive or have running tasks.
  ///
  /// - Parameters:
  ///   - open: The view models of the open screens.
  ///   - isKnown: Returns whether a problem is not looked for.
  /// - Returns: The problems.
  func survivors(
    open: [BaseLifecycleViewModel] = [],
    isKnown: (AppProblem) -> Bool
  ) async -> [AppProblem] {
    let open = Set(open.map(ObjectIdentifier.init))
    var problems: [AppProblem] = []
    for screen in screens {
      let isOpen = screen.viewModel.map { open.contains(ObjectIdentifier($0)) } ?? false
      guard !isOpen, let problem = problem(of: screen), !isKnown(problem),
        await !isSolvedSoon(screen)
      else { continue }
      problems.append(problem)
    }
    screens.removeAll { problem(of: $0) == nil }
    return problems
  }

  private func isSolvedSoon(_ screen: Screen) async -> Bool {
    await wait(atMost: .milliseconds(200)) { problem(of: screen) == nil }
  }

  private func problem(of screen: Screen) -> AppProblem? {
    let tasks = screen.work.work.map { $0.name }
    if !tasks.isEmpty {
      let text = "\(tasks.joined(separator: ", ")) of \(screen.name)"
      return AppProblem(.runningTask, text, subject: screen.name)
    }
    return screen.viewModel.map {
      let suspects = $0.leakSuspects.map { ", which \($0)" } ?? ""
      return AppProblem(.leak, screen.name + suspects, subject: screen.name)
    }
  }
}
