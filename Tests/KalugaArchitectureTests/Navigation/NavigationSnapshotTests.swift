import Foundation
import KalugaArchitecture
import Testing

/// A stack with its screens' state, saved and gone on from.
@MainActor
struct NavigationSnapshotTests {
  private final class Counter: BaseLifecycleViewModel, NavigationStateSaving {
    let saved: SavedState<Int>

    init(_ data: Data?) {
      saved = SavedState(fresh: 0, restoring: data)
      super.init()
    }

    func stateToSave() throws(SavedStateError) -> Data { try saved.save() }
  }

  private struct OldSnapshot: Codable { var screen: String }

  private func driver(restoring snapshot: NavigationSnapshot<Place>?) -> NavigationDriver<Place> {
    let screen: NavigationDriver<Place>.ScreenFactory = { place, driver in
      place == .sheet ? BaseLifecycleViewModel() : Counter(driver.restoredState)
    }
    return if let snapshot {
      NavigationDriver(restoring: snapshot, screen: screen)
    } else {
      NavigationDriver(root: .home, screen: screen)
    }
  }

  private func sample() throws -> NavigationDriver<Place> {
    let driver = driver(restoring: nil)
    driver.start()
    (driver.topScreen as? Counter)?.saved.state.current = 1
    try driver.perform(.push(.a), action: "a")
    (driver.topScreen as? Counter)?.saved.state.current = 2
    try driver.perform(.present(.sheet), action: "sheet")
    return driver
  }

  @Test func `a stack is restored with the state of its screens`() throws {
    let data = try sample().snapshot().data()

    let restored = driver(restoring: try NavigationSnapshot(data))
    restored.start()

    #expect(restored.stack.current == (try sample().stack.current))
    try restored.perform(.dismiss(), action: "close")
    #expect((restored.topScreen as? Counter)?.saved.state.current == 2)
    try restored.perform(.pop(), action: "back")
    #expect((restored.topScreen as? Counter)?.saved.state.current == 1)
    try restored.perform(.push(.a), action: "a")
    #expect((restored.topScreen as? Counter)?.saved.state.current == 0)
    restored.end()
  }

  @Test func `what was saved is not lost by saving again before the start`() throws {
    let snapshot = try sample().snapshot()
    let restored = driver(restoring: snapshot)
    #expect(try restored.snapshot() == snapshot)
    restored.start()
    #expect(try restored.snapshot() == snapshot)
    restored.end()
  }

  @Test func `states whose screens a migration left out are given to no later screen`() throws {
    let states = try sample().snapshot().states
    let restored = driver(
      restoring: NavigationSnapshot(stack: BackStack(root: .home), states: states)
    )
    restored.start()
    #expect((restored.topScreen as? Counter)?.saved.state.current == 1)
    try restored.perform(.push(.a), action: "a")
    #expect((restored.topScreen as? Counter)?.saved.state.current == 0)
    restored.end()
  }

  @Test func `another version is refused, or migrated by the hook`() throws {
    let data = try sample().snapshot().data(version: 1)
    #expect(throws: SavedStateError.wrongVersion(expected: 2, found: 1)) {
      try NavigationSnapshot<Place>(data, version: 2)
    }
    let migrated = try NavigationSnapshot<Place>(data, version: 2) { version, json in
      #expect(version == 1)
      #expect(!json.isEmpty)
      return NavigationSnapshot(stack: BackStack(root: .b))
    }
    #expect(migrated.stack.description == "[b]")
  }

  @Test func `damaged data is refused, whatever byte is wrong`() throws {
    let data = try sample().snapshot().data()
    for index in data.indices {
      for change in [UInt8(0), data[index] ^ 1, UInt8(ascii: "9"), 0xFF] {
        var damaged = data
        damaged[index] = change
        // Either it says what is wrong, or the change made another valid stack.
        do throws(SavedStateError) {
          let snapshot = try NavigationSnapshot<Place>(damaged)
          #expect(!snapshot.stack.entries.isEmpty)
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
    for length in 0..<data.count {
      #expect(throws: SavedStateError.self) {
        try NavigationSnapshot<Place>(data.prefix(length))
      }
    }
  }

  @Test func `a snapshot that is taken while a screen is made has what that screen had saved`()
    throws
  {
    let saved = NavigationSnapshot<Place>(
      stack: BackStack(root: .home, [.a]),
      states: [1: Data([1]), 2: Data([2])]
    )
    var states: [[Int: Data]] = []
    let driver = NavigationDriver<Place>(restoring: saved) { _, driver in
      #expect(throws: Never.self) { states.append(try driver.snapshot().states) }
      return BaseLifecycleViewModel()
    }
    driver.start()
    // The screens that were made save nothing.
    #expect(states == [saved.states, [2: Data([2])]])
    #expect(try driver.snapshot().states.isEmpty)
  }
}
