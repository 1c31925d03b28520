import KalugaArchitecture
import KalugaCoordinators

@testable import KalugaArchitectureTestUtils

enum RouterPlace: NavigationDestination { case first, second }

/// A host whose release ends the screens of its router.
@MainActor
final class RouterHost {
  private let onRelease: @MainActor () -> Void

  init(onRelease: @escaping @MainActor () -> Void) {
    self.onRelease = onRelease
  }

  deinit {
    // The checks, which are isolated to the main actor, release it.
    MainActor.assumeIsolated { onRelease() }
  }
}

/// A router with a list of screens that keeps all rules except one.
@MainActor
final class BrokenRouter: Router {
  private struct Entry {
    let screen: ScreenPromise<RouterPlace>
    let viewModel: BaseLifecycleViewModel
    let isPresented: Bool
  }

  static var kept: [BrokenRouter] = []

  private let broken: RouterRule
  private var entries: [Entry] = []
  private var hasRefused = false
  private var hasEnded = false

  init(_ broken: RouterRule) {
    self.broken = broken
    if broken == .release { Self.kept.append(self) }
  }

  func perform(
    _ spec: NavigationSpec<RouterPlace>,
    opening screen: ScreenPromise<RouterPlace>?
  ) async throws(NavigationError) {
    if hasEnded {
      if broken == .refusesWithoutHost { throw .refused(action: "open", reason: "no window") }
      return try refuse(.noHost(action: "open"), screen)
    }
    if broken == .refusalChangesNothing, hasRefused, screen != nil { return }
    let presented = entries.lastIndex(where: \.isPresented)
    switch spec {
    case .present where broken == .acceptsItsScreens:
      try refuse(.refused(action: "present", reason: "today"), screen)
    case .push(let new):
      // Others overtake it meanwhile.
      if broken == .requestsInOrder { await Task { @MainActor in }.value }
      open(screen ?? ScreenPromise(new), isPresented: false)
    case .present(let new, _, _): open(screen ?? ScreenPromise(new), isPresented: true)
    case .setRoot(let new):
      remove(from: 0, .closed)
      open(screen ?? ScreenPromise(new), isPresented: false)
    case .pop where entries.count > 1: remove(from: entries.count - 1, .back)
    case .popToRoot where broken == .removesScreens: remove(from: entries.count - 1, .back)
    case .popToRoot: remove(from: (presented ?? 0) + 1, broken == .reasons ? .closed : .back)
    case .dismiss where presented != nil: remove(from: presented ?? 0, .closed)
    default:
      hasRefused = true
      if broken != .refusalIsTold { try refuse(.nothingPresented(screen: "list"), screen) }
    }
  }

  func hostDidEnd() {
    hasEnded = true
    if broken != .endsWithHost { remove(from: 0, .hostEnded) }
  }

  private func refuse(
    _ error: NavigationError,
    _ screen: ScreenPromise<RouterPlace>?
  ) throws(NavigationError) {
    screen?.refuse(error)
    throw error
  }

  private func open(_ screen: ScreenPromise<RouterPlace>, isPresented: Bool) {
    let viewModel = screen.viewModel ?? BaseLifecycleViewModel()
    if broken != .viewModels { entries.last?.viewModel.didPause() }
    entries.append(Entry(screen: screen, viewModel: viewModel, isPresented: isPresented))
    viewModel.didResume()
    if broken == .opensBeforeReturn {
      Task { didOpen(screen) }
    } else {
      didOpen(screen)
    }
  }

  private func didOpen(_ screen: ScreenPromise<RouterPlace>) {
    screen.didOpen { [weak self, weak opened = screen.screen] in
      if let index = self?.entries.firstIndex(where: { $0.screen.screen === opened }) {
        self?.remove(from: index, .closed)
      }
      let promise = NavigationPromise<Never>()
      promise.settle(.done)
      return promise.ticket
    }
  }

  private func remove(from index: Int, _ reason: NavigationCancellation) {
    let leaving = Array(entries.dropFirst(index))
    entries.removeLast(leaving.count)
    for entry in leaving { entry.viewModel.clear() }
    for entry in broken == .upperFirst ? leaving : leaving.reversed() {
      entry.screen.didLeave(reason)
    }
    entries.last?.viewModel.didResume()
  }
}
