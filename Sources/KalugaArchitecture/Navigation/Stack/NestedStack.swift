#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A child view model that starts, resumes, pauses and ends a nested driver together with its
/// parent.
///
/// Because it is a child, nested stacks are resumed, paused and cleared in the order of the
/// children.
final class NestedStack: BaseLifecycleViewModel {
  var name: String
  let driver: any NestedDriver

  /// The place in the order in which stacks are added to view models.
  private(set) var number = 0
  private static var lastNumber = 0

  /// The data that was written last, which is saved again while the stack cannot be written.
  private var lastWritten = Data()
  /// Why the stack cannot be written.
  private var failure: SavedStateError?

  /// Changes when a nested stack begins or ends, or when a view model with one is shown or hidden.
  private static let changes = InitializedSubject(wrappedValue: 0)

  /// Lets a getter that reads which stacks are nested be called again when they change.
  static func trackChanges() { _ = changes.current }

  static func didChange() { changes.current += 1 }

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

  /// Starts the driver, and restores its stack if an earlier process has saved one.
  func start() {
    guard !driver.isStarted, !driver.isEnded else { return }
    let screen = outermost
    if let data = screenHost?.takeSavedStack(name, in: screen), !data.isEmpty {
      do throws(SavedStateError) {
        try driver.restore(data)
        lastWritten = data
      } catch {
        screen.report(
          ArchitectureDiagnostic(
            .stackNotRestored,
            "the stack '\(name)' of \(type(of: screen)) begins with its first screen: \(error)"
          )
        )
      }
    }
    driver.start()
  }

  /// Returns the data of the newest stack that can be written.
  ///
  /// Empty data means that there is none, and keeps the order of stacks with the same name.
  func dataToSave() -> Data {
    do throws(SavedStateError) {
      lastWritten = try driver.savedStack()
      failure = nil
    } catch {
      // The same failure of each later snapshot would say nothing new.
      if failure != error {
        outermost.report(
          ArchitectureDiagnostic(
            .valueNotSaved,
            "the newest stack '\(name)' of \(type(of: outermost)) is not saved: \(error)"
          )
        )
      }
      failure = error
    }
    return lastWritten
  }

  override var members: [BaseLifecycleViewModel] { driver.viewModels }

  override func onResume(scope: TaskScope) {
    start()
    driver.hostState = .active
    Self.didChange()
  }

  override func onPause() {
    driver.hostState = .background
    Self.didChange()
  }

  override func onCleared() { driver.end() }
}

/// A driver that is nested in a screen, with the type of its destinations erased.
@MainActor
protocol NestedDriver: AnyObject {
  var isStarted: Bool { get }
  var isEnded: Bool { get }
  var hostState: HostState { get set }
  var viewModels: [BaseLifecycleViewModel] { get }
  /// The view models of the stack and of the stacks nested in it.
  var allScreens: [BaseLifecycleViewModel] { get }
  var screenNames: [String] { get }
  /// Describes the stack, together with the stacks nested in its screens.
  var picture: String { get }
  /// Whether this stack, or a stack nested in its top screen, has a screen to go back to.
  var hasWayBack: Bool { get }
  /// Describes the stack and everything that is saved with it.
  var savedText: String { get throws }

  func start()
  func end()
  func back() throws(NavigationError) -> NavigationTicket<Never>?
  /// Asks the back handlers whether the user may leave the whole stack.
  ///
  /// Returns whether one of them intercepts.
  func isBackIntercepted() -> Bool
  func savedStack() throws(SavedStateError) -> Data
  func restore(_ data: Data) throws(SavedStateError)
}

extension BaseLifecycleViewModel {
  /// The nested stacks of this view model and its descendants, in the order in which they were
  /// added.
  var nestedStacks: [NestedStack] {
    guard !children.isEmpty else { return [] }
    return family(\.children).compactMap { $0 as? NestedStack }.sorted { $0.number < $1.number }
  }
}
