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
  var place = NestedStackPlace.inPlace
  let driver: StackDriver

  /// The place in the order in which stacks are added to view models.
  private(set) var number = 0
  private static var lastNumber = 0

  /// The data that was written last, which is saved again while the stack cannot be written.
  private var lastWritten = Data()
  /// Why the stack cannot be written.
  private(set) var failure: SavedStateError?

  /// Changes when a nested stack begins or ends, or when a view model with one is shown or hidden.
  private static let changes = InitializedSubject(wrappedValue: 0)

  /// Lets a getter that reads which stacks are nested be called again when they change.
  static func trackChanges() { _ = changes.current }

  static func didChange() { changes.current += 1 }

  init(_ name: String, _ driver: StackDriver) {
    self.name = name
    self.driver = driver
    super.init()
    driver.stateOfHost = .background
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
    driver.startStack()
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

  override var members: [BaseLifecycleViewModel] { driver.viewModels + driver.sharedViewModels }

  // The steps and not the hooks, because a resume and a pause of both stages call several hooks.
  override func begin(_ step: LifecycleTurn.Step) {
    super.begin(step)
    switch step {
    case .show, .resume:
      start()
      follow(step)
    case .cover, .pause, .clear: break
    }
  }

  override func end(_ step: LifecycleTurn.Step) {
    follow(step)
    super.end(step)
  }

  private func follow(_ step: LifecycleTurn.Step) {
    switch step {
    case .show, .cover: driver.stateOfHost = .inactive
    case .resume: driver.stateOfHost = .active
    case .pause: driver.stateOfHost = .background
    case .clear: return
    }
    Self.didChange()
  }

  override func onCleared() { driver.endStack() }
}
