import Foundation
import KalugaArchitecture
import Testing

/// A saved stack with screens that no longer decode.
struct NavigationRestoreTests {
  enum Old: NavigationDestination {
    case home, sheet
    case page(secret: String)
    case settings(String)
    case site(String)
  }

  enum New: NavigationDestination {
    case home, sheet
    case page(secret: Int)
    case site(Email)
  }

  struct Email: Codable, Hashable, Sendable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "always")
    }
  }

  /// Saves a stack with a state for each screen.
  private func save(
    _ root: Old,
    _ rest: [Old] = [],
    _ specs: [NavigationSpec<Old>]
  ) throws -> Data {
    let stack = try specs.reduce(BackStack(root: root, rest)) { try $0.applying($1) }
    let states = stack.entries.map { ($0.id, Data([UInt8($0.id.rawValue)])) }
    return try NavigationSnapshot(stack: stack, states: Dictionary(uniqueKeysWithValues: states))
      .data()
  }

  /// Drops what does not decode, and returns the stack and the identifiers of what was dropped.
  private func dropping(_ data: Data) throws -> (stack: String, dropped: [String]) {
    var asked: [NavigationUnreadableScreen] = []
    let restored = try NavigationSnapshot<New>(
      data,
      unreadable: { screen in
        asked.append(screen)
        return .drop
      }
    )
    #expect(restored.dropped == asked)
    #expect(asked.filter { !$0.canBeDropped }.isEmpty)
    #expect(restored.states.keys.sorted { $0.rawValue < $1.rawValue } == restored.stack.ids)
    // The identities of what was dropped are not used again.
    let all = try NavigationSnapshot<Old>(data).stack
    #expect(try restored.stack.applying(.push(.home)).top.id.rawValue == all.ids.count + 1)
    let dropped = asked.map { ([$0.id] + $0.above).map { "\($0)" }.joined(separator: " ") }
    return ("\(restored.stack)", dropped)
  }

  @Test(
    arguments: [
      (.home, [.settings("x"), .sheet], [.present(.sheet)], "[home]", ["#2 #3 #4"]),
      (.home, [], [.present(.sheet), .push(.page(secret: "x"))], "[home] ▸ [sheet]", ["#3"]),
      (.home, [], [.present(.settings("x")), .push(.sheet)], "[home]", ["#2 #3"]),
      (
        .home, [.settings("x")], [.tabs([.home, .sheet]), .selectTab(1), .present(.home)],
        "{[home] | *[sheet]} ▸ [home]", ["#2"]
      ),
      (
        .home, [.settings("x"), .settings("y")], [.tabs([.home, .sheet]), .push(.settings("z"))],
        "{*[home] | [sheet]}", ["#2 #3 #5"]
      ),
    ] as [(Old, [Old], [NavigationSpec<Old>], String, [String])]
  )
  func `a screen that no longer decodes is dropped with all above it`(
    _ root: Old,
    _ rest: [Old],
    _ specs: [NavigationSpec<Old>],
    _ expected: String,
    _ dropped: [String]
  ) throws {
    let result = try dropping(save(root, rest, specs))
    #expect(result.stack == expected)
    #expect(result.dropped == dropped)
  }

  private static let lost = Old.settings("x")

  /// The operations that open these tabs, a page in the selected one, and a sheet over it.
  private static func tabs(_ roots: [Old], _ selected: Int) -> [NavigationSpec<Old>] {
    [.tabs(roots, selected: selected), .push(.sheet), .present(.sheet)]
  }

  @Test(
    arguments: [
      (tabs([.home, lost, .sheet], 0), "{*[home, sheet] | [sheet]} ▸ [sheet]", ["#2"]),
      (tabs([.home, lost, .sheet], 1), "{*[home] | [sheet]}", ["#2 #4 #5"]),
      (tabs([.home, lost, .sheet], 2), "{[home] | *[sheet, sheet]} ▸ [sheet]", ["#2"]),
      (tabs([lost, .home, .sheet], 0), "{*[home] | [sheet]}", ["#1 #4 #5"]),
      (tabs([lost, .home, .sheet], 2), "{[home] | *[sheet, sheet]} ▸ [sheet]", ["#1"]),
      // A layer with one path has no tabs.
      (tabs([.home, lost], 0), "[home, sheet] ▸ [sheet]", ["#2"]),
      (tabs([.home, lost], 1), "[home]", ["#2 #3 #4"]),
      (tabs([lost, .home], 0), "[home]", ["#1 #3 #4"]),
      (tabs([lost, .home], 1), "[home, sheet] ▸ [sheet]", ["#1"]),
      // Several are dropped, one after the other.
      (tabs([.home, lost, lost], 2), "[home]", ["#2", "#3 #4 #5"]),
      (tabs([lost, lost, .home], 1), "[home]", ["#1", "#2 #4 #5"]),
      // Tabs of a presented stack.
      (
        [.push(.home), .present(.sheet), .tabs([.sheet, lost], selected: 1), .push(.home)],
        "[home, home] ▸ [sheet]", ["#4 #5"]
      ),
      ([.push(.home), .present(lost), .tabs([lost, lost])], "[home, home]", ["#3", "#4"]),
    ] as [([NavigationSpec<Old>], String, [String])]
  )
  func `the first screen of a tab that no longer decodes is dropped with its tab`(
    _ specs: [NavigationSpec<Old>],
    _ expected: String,
    _ dropped: [String]
  ) throws {
    var root = Old.home
    if case .tabs(let roots, _) = specs[0] { root = roots[0] }
    let result = try dropping(save(root, [], specs))
    #expect(result.stack == expected)
    #expect(result.dropped == dropped)
  }

  @Test(
    arguments: [
      (.settings("x"), [.home], [], "#1, the first screen", []),
      (.settings("x"), [], [.present(.home)], "#1, the first screen", []),
      (
        .settings("x"), [], [.tabs([.settings("x"), .settings("y")])],
        "#2, the first screen of tab 1", ["#1"]
      ),
    ] as [(Old, [Old], [NavigationSpec<Old>], String, [String])]
  )
  func `a screen without which nothing would remain of the base cannot be dropped`(
    _ root: Old,
    _ rest: [Old],
    _ specs: [NavigationSpec<Old>],
    _ screen: String,
    _ dropped: [String]
  ) throws {
    let data = try save(root, rest, specs)
    var asked: [NavigationUnreadableScreen] = []
    let error = SavedStateError.screenNotReadable(
      "\(screen): expected New, found settings; it cannot be dropped, because nothing would remain "
        + "of the base"
    )
    #expect(throws: error) {
      try NavigationSnapshot<New>(
        data,
        unreadable: { screen in
          asked.append(screen)
          return .drop
        }
      )
    }
    #expect(asked.map(\.canBeDropped) == dropped.map { _ in true } + [false])
    #expect(asked.last?.above == [])
    // The closure knows in advance.
    let restored = try NavigationSnapshot<New>(
      data,
      unreadable: { $0.canBeDropped ? .drop : .replace(.sheet) }
    )
    #expect(restored.dropped.map { "\($0.id)" } == dropped)
    #expect(restored.stack.entries[0].destination == .sheet)
  }

  @Test func `the error names the screen, what was expected and what was found, without data`()
    throws
  {
    let lost: [([NavigationSpec<Old>], String)] = [
      ([.push(.page(secret: "sesame"))], "#2, screen 2: page.secret: expected Int, found a string"),
      ([.push(.settings("sesame"))], "#2, screen 2: expected New, found settings"),
      ([.push(.site("sesame"))], "#2, screen 2: site._0: expected a valid value, found a string"),
      (
        [.tabs([.home, .sheet]), .push(.settings("sesame"))],
        "#3, screen 2 of tab 0: expected New, found settings"
      ),
      (
        [.present(.settings("sesame")), .push(.home)],
        "#2, the first screen of presented stack 1: expected New, found settings"
      ),
      (
        [.present(.sheet), .tabs([.sheet, .settings("sesame")])],
        "#3, the first screen of tab 1 of presented stack 1: expected New, found settings"
      ),
    ]
    for (specs, report) in lost {
      let data = try save(.home, [], specs)
      #expect(
        try NavigationSnapshot<New>(data, unreadable: { _ in .drop }).dropped.map { "\($0)" }
          == [report]
      )
      // Without a closure, and with one that refuses.
      #expect(throws: SavedStateError.screenNotReadable(report)) {
        try NavigationSnapshot<New>(data)
      }
      #expect(throws: SavedStateError.screenNotReadable(report)) {
        try NavigationSnapshot<New>(data, unreadable: { _ in .refuse })
      }
    }
  }

  @Test func `the app decides about each screen that no longer decodes, the lowest first`() throws {
    let data = try save(.home, [.settings("x"), .page(secret: "y")], [.present(.settings("z"))])
    var asked: [Int] = []
    let restored = try NavigationSnapshot<New>(data) { _, _ in
      NavigationSnapshot(stack: BackStack(root: .sheet))
    } unreadable: { screen in
      asked.append(screen.id.rawValue)
      return screen.id.rawValue < 4 ? .replace(.page(secret: 7)) : .drop
    }
    #expect(asked == [2, 3, 4])
    #expect("\(restored.stack)" == "[home, page, page]")
    // What another screen had saved is not given to the one in its place.
    #expect(restored.states == [BackStackEntryID(rawValue: 1): Data([1])])
    #expect(throws: SavedStateError.self) {
      try NavigationSnapshot<New>(data, unreadable: { $0.above.isEmpty ? .drop : .refuse })
    }
  }

  @Test func `damaged data is refused, whatever the policy for screens is`() throws {
    var data = try save(.home, [.settings("x")], [])
    #expect(throws: SavedStateError.wrongVersion(expected: 2, found: 1)) {
      try NavigationSnapshot<New>(data, version: 2, unreadable: { _ in .drop })
    }
    data[data.count / 2] ^= 1
    #expect(throws: SavedStateError.self) {
      try NavigationSnapshot<New>(data, unreadable: { _ in .drop })
    }
  }
}

extension BackStack {
  /// The identities of all entries, in their order.
  fileprivate var ids: [BackStackEntryID] {
    entries.map(\.id).sorted { $0.rawValue < $1.rawValue }
  }
}
