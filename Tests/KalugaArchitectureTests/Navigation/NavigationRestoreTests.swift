import Foundation
import KalugaArchitecture
import Testing

/// A saved stack with screens that no longer decode.
struct NavigationRestoreTests {
  enum Old: NavigationDestination {
    case home, sheet
    case page(secret: String)
    case settings(String)
  }

  enum New: NavigationDestination {
    case home, sheet
    case page(secret: Int)
  }

  private static let lost = Old.settings("x")

  /// Saves a stack with a state for each screen.
  private func save(_ root: Old, _ specs: [NavigationSpec<Old>]) throws -> Data {
    let stack = try specs.reduce(BackStack(root: root)) { try $0.applying($1) }
    let states = stack.entries.map { ($0.id, Data([UInt8($0.id.rawValue)])) }
    return try NavigationSnapshot(stack: stack, states: Dictionary(uniqueKeysWithValues: states))
      .data()
  }

  /// The operations that open these tabs, a page in the selected one, and a sheet over it.
  private static func tabs(_ roots: [Old], _ selected: Int) -> [NavigationSpec<Old>] {
    [.tabs(roots, selected: selected), .push(.sheet), .present(.sheet)]
  }

  /// The first screen and operations of a saved stack, and the stack that remains, or nil if nothing
  /// would remain of the base.
  @Test(
    arguments: [
      (.home, [.push(lost), .push(.sheet), .present(.sheet)], "[home]"),
      (
        .home, [.present(.sheet, style: .popover), .push(.page(secret: "x"))],
        "[home] ▸ popover [sheet]"
      ),
      (.home, [.present(lost), .push(.sheet)], "[home]"),
      (
        .home, [.push(lost), .tabs([.home, .sheet]), .selectTab(1), .present(.home)],
        "{[home] | *[sheet]} ▸ [home]"
      ),
      (
        .home, [.push(lost), .push(lost), .tabs([.home, .sheet]), .push(lost)],
        "{*[home] | [sheet]}"
      ),
      (
        .home, [.push(.home), .present(.sheet), .tabs([.sheet, lost], selected: 1)],
        "[home, home] ▸ [sheet]"
      ),
      (.home, [.push(.home), .present(lost), .tabs([lost, lost])], "[home, home]"),
      // LibreTube#1380: a tab that was removed makes the restore crash.
      (.home, tabs([.home, lost, .sheet], 0), "{*[home, sheet] | [sheet]} ▸ [sheet]"),
      (.home, tabs([.home, lost, .sheet], 1), "{*[home] | [sheet]}"),
      (.home, tabs([.home, lost, .sheet], 2), "{[home] | *[sheet, sheet]} ▸ [sheet]"),
      (lost, tabs([lost, .home, .sheet], 0), "{*[home] | [sheet]}"),
      (lost, tabs([lost, .home, .sheet], 2), "{[home] | *[sheet, sheet]} ▸ [sheet]"),
      (.home, tabs([.home, lost], 0), "[home, sheet] ▸ [sheet]"),
      (lost, tabs([lost, .home], 1), "[home, sheet] ▸ [sheet]"),
      (.home, tabs([.home, lost, lost], 2), "[home]"),
      (lost, tabs([lost, lost, .home], 1), "[home]"),
      (lost, [.push(.home)], nil),
      (lost, [.present(.home)], nil),
      (lost, [.tabs([lost, .settings("y")])], nil),
    ] as [(Old, [NavigationSpec<Old>], String?)]
  )
  func `a screen that no longer decodes is dropped with all above it`(
    _ root: Old,
    _ specs: [NavigationSpec<Old>],
    _ expected: String?
  ) throws {
    let data = try save(root, specs)
    guard let expected else {
      #expect(throws: SavedStateError.self) { try NavigationSnapshot<New>(data) }
      return
    }
    let restored = try NavigationSnapshot<New>(data)
    #expect("\(restored.stack)" == expected)
    #expect(restored.stack.entries.allSatisfy { restored.states[$0.id] != nil })
    // The identities of what was dropped are not used again.
    let all = try NavigationSnapshot<Old>(data).stack
    #expect(
      try restored.stack.applying(.push(.home)).top.id == all.applying(.push(.home)).top.id
    )
  }

  @Test func `a dropped screen is reported by its identifier, without its data`() throws {
    let log = DiagnosticLog()
    let data = try save(
      .home,
      [.push(.page(secret: "sesame")), .push(.sheet), .present(Self.lost)]
    )
    let restored = try NavigationSnapshot<New>(data)
    #expect("\(restored.stack)" == "[home]")
    let texts = log.of(.stackNotRestored, about: "secret: expected Int")
    // Other tests may report such screens at the same time.
    #expect(
      texts.contains {
        $0.hasPrefix("the screens #2 of a saved stack are dropped, with all above them: ")
      }
    )
    #expect(!texts.contains { $0.contains("sesame") })
  }

  @Test func `damaged data, and data of another version, is refused as a whole`() throws {
    var data = try save(.home, [.push(Self.lost)])
    #expect(throws: SavedStateError.wrongVersion(expected: 2, found: 1)) {
      try NavigationSnapshot<New>(data, version: 2)
    }
    data[data.count / 2] ^= 1
    #expect(throws: SavedStateError.self) { try NavigationSnapshot<New>(data) }
  }
}
