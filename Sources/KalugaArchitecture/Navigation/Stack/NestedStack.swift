#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Lets a driver live with the view model that it belongs to: a child of that, which the driver has for its host.
///
/// So the order in which children are resumed, paused and cleared is that of nested stacks too.
final class NestedStack: BaseLifecycleViewModel {
  var name: String
  let driver: any NestedDriver

  /// The place in the order in which stacks are added to view models.
  private(set) var number = 0
  private static var lastNumber = 0

  /// Whether there has ever been one.
  ///
  /// Without any, no screen has to be searched for them.
  static var isUsed: Bool { lastNumber > 0 }

  init(_ name: String, _ driver: any NestedDriver) {
    self.name = name
    self.driver = driver
    super.init()
    driver.hostState = .background
  }

  /// Makes this the last one in the order.
  func takeNumber() {
    Self.lastNumber += 1
    number = Self.lastNumber
  }

  /// Starts the driver, with what it has saved in an earlier process.
  func start() {
    guard !driver.isStarted, !driver.isEnded else { return }
    let screen = outermost
    if let data = screenHost?.takeSavedStack(name, in: screen) {
      do throws(SavedStateError) {
        try driver.restore(data)
      } catch {
        ArchitectureDiagnostics.report(
          ArchitectureDiagnostic(
            .stackNotRestored,
            "the stack '\(name)' of \(type(of: screen)) begins with its first screen: \(error)"
          )
        )
      }
    }
    driver.start()
  }

  override var members: [BaseLifecycleViewModel] { driver.viewModels }

  override func onResume(scope: TaskScope) {
    start()
    driver.hostState = .active
  }

  override func onPause() { driver.hostState = .background }

  override func onCleared() { driver.end() }
}

/// A driver inside a screen, whatever its destinations are.
@MainActor
protocol NestedDriver: AnyObject {
  var isStarted: Bool { get }
  var isEnded: Bool { get }
  var hostState: HostState { get set }
  var viewModels: [BaseLifecycleViewModel] { get }
  /// Describes the stack with the stacks inside its screens.
  var picture: String { get }
  /// Whether ``back()`` would leave a screen here, and not the one that the driver belongs to.
  var canGoBack: Bool { get }

  func start()
  func end()
  func back() throws(NavigationError) -> NavigationTicket<Never>?
  /// Whether a back handler intercepts when the user leaves the whole stack.
  func isBackIntercepted() -> Bool
  func savedStack() throws(SavedStateError) -> Data
  func restore(_ data: Data) throws(SavedStateError)
}

extension BaseLifecycleViewModel {
  /// The nested stacks that belong to this view model or to a child of it, in the order of addition.
  var nestedStacks: [NestedStack] {
    guard NestedStack.isUsed, !children.isEmpty else { return [] }
    return family(\.children).compactMap { $0 as? NestedStack }.sorted { $0.number < $1.number }
  }
}
