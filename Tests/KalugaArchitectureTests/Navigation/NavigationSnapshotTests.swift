import Foundation
import KalugaArchitecture
import Testing

/// A stack that is saved with the state of its screens, and restored.
@MainActor
struct NavigationSnapshotTests {
  private final class Counter: BaseLifecycleViewModel {
    @Saved("count") var count = 0
  }

  private func driver(restoring snapshot: NavigationSnapshot<Place>) -> NavigationDriver<Place> {
    NavigationDriver(restoring: snapshot) { place, _ in
      place == .sheet ? BaseLifecycleViewModel() : Counter()
    }
  }

  /// The snapshot of `[home, a] ▸ [sheet]`, in which `home` counts 1 and `a` counts 2.
  private func sample() throws -> NavigationSnapshot<Place> {
    let driver = driver(restoring: NavigationSnapshot(stack: BackStack(root: .home)))
    driver.start()
    (driver.topViewModel as? Counter)?.count = 1
    try driver.perform(.push(.a), action: "a")
    (driver.topViewModel as? Counter)?.count = 2
    try driver.perform(.present(.sheet), action: "sheet")
    return driver.snapshot()
  }

  /// What the shown screen counts.
  private func count(_ driver: NavigationDriver<Place>) -> Int? {
    (driver.topViewModel as? Counter)?.count
  }

  @Test func `a stack is restored with the state of its screens`() throws {
    let snapshot = try sample()
    let restored = driver(restoring: try NavigationSnapshot(snapshot.data()))
    restored.start()
    #expect(restored.stack.current == snapshot.stack)
    try restored.perform(.dismiss(), action: "close")
    #expect(count(restored) == 2)
    try restored.perform(.pop(), action: "back")
    #expect(count(restored) == 1)
    try restored.perform(.push(.a), action: "a")
    #expect(count(restored) == 0)
  }

  @Test func `no later screen gets the state of a screen that a migration left out`() throws {
    let restored = driver(
      restoring: NavigationSnapshot(stack: BackStack(root: .home), states: try sample().states)
    )
    restored.start()
    #expect(count(restored) == 1)
    try restored.perform(.push(.a), action: "a")
    #expect(count(restored) == 0)
  }

  @Test func `data saved by an earlier version is restored`() throws {
    let stack = #"{"lastID":2,"levels":[{"selected":0,"tabs":[[{"destination":"a","id":2}]]}]}"#
    let json = Data(#"{"stack":\#(stack),"states":{"2":"AQ=="}}"#.utf8)
    let saved = try JSONDecoder().decode(NavigationSnapshot<Place>.self, from: json)
    #expect("\(saved.stack)" == "[a]")
    #expect(saved.states == [saved.stack.top.id: Data([1])])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(saved) == json)
  }

  @Test func `a stack saved before properties were saved one by one is restored`() throws {
    let state =
      "eyJjaGVja3N1bSI6ImViYWQ0MzYzMThiNjYyMjYiLCJzdGF0ZSI6IntcImNvdW50XCI6NX0iLCJ2ZXJzaW9uIjoxfQ=="
    let stack = #"{"lastID":1,"levels":[{"selected":0,"tabs":[[{"destination":"a","id":1}]]}]}"#
    let json = #"{"stack":\#(stack),"states":{"1":"\#(state)"}}"#
    let quoted = json.replacing("\"", with: "\\\"")
    let data = Data(#"{"checksum":"a1677b2be0e7f15b","state":"\#(quoted)","version":1}"#.utf8)
    let restored = driver(restoring: try NavigationSnapshot(data))
    restored.start()
    #expect(count(restored) == 5)
  }

  @Test func `a snapshot taken while screens are cleared is of the new stack`() throws {
    let stage = try Stage(.home, .a, .b)
    var stacks: [String] = []
    for place in [Place.a, .b] {
      stage.screen(place)?.onEnded = { [unowned stage] in
        stacks.append(stage.driver.snapshot().stack.description)
      }
    }
    try stage.perform(.open(root: .home, [.c]))
    #expect(stacks == ["[home, c]", "[home, c]"])
  }

  @Test func `a snapshot taken while a screen is made contains that screen's saved state`() throws {
    let saved = NavigationSnapshot<Place>(
      stack: BackStack(root: .home, [.a]),
      states: [
        BackStackEntryID(rawValue: 1): Data([1]), BackStackEntryID(rawValue: 2): Data([2]),
      ]
    )
    var states: [[BackStackEntryID: Data]] = []
    let driver = NavigationDriver<Place>(restoring: saved) { _, driver in
      states.append(driver.snapshot().states)
      return BaseLifecycleViewModel()
    }
    driver.start()
    // The screens that were made save nothing.
    #expect(states == [saved.states, [BackStackEntryID(rawValue: 2): Data([2])]])
    #expect(driver.snapshot().states.isEmpty)
  }
}
