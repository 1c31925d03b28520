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
      (.settings("x"), [.home], [], nil, []),
      (.home, [], [.tabs([.home, .settings("x")])], nil, []),
    ] as [(Old, [Old], [NavigationSpec<Old>], String?, [String])]
  )
  func `a screen that no longer decodes is dropped with all above it, or refuses the stack`(
    _ root: Old,
    _ rest: [Old],
    _ specs: [NavigationSpec<Old>],
    _ expected: String?,
    _ dropped: [String]
  ) throws {
    let data = try save(root, rest, specs)
    let refusal = try #require(throws: SavedStateError.self) { try NavigationSnapshot<New>(data) }
    guard let expected else {
      #expect(throws: refusal) { try NavigationSnapshot<New>(data, unreadable: { _ in .drop }) }
      return
    }
    let restored = try NavigationSnapshot<New>(data, unreadable: { _ in .drop })
    #expect("\(restored.stack)" == expected)
    #expect(restored.states.keys.sorted { $0.rawValue < $1.rawValue } == restored.stack.ids)
    let found = restored.dropped.map { ([$0.id] + $0.above).map { "\($0)" }.joined(separator: " ") }
    #expect(found == dropped)
    // The identities of what was dropped are not used again.
    let all = try NavigationSnapshot<Old>(data).stack
    #expect(try restored.stack.applying(.push(.home)).top.id.rawValue == all.ids.count + 1)
  }

  @Test func `the report says which screen, what was expected and what was found, without data`()
    throws
  {
    let stack = [Old.page(secret: "sesame"), .settings("sesame"), .site("sesame")]
    var reports: [String] = []
    for screen in stack {
      let restored = try NavigationSnapshot<New>(
        save(.home, [screen], []),
        unreadable: { _ in .drop }
      )
      reports += restored.dropped.map { "\($0)" }
    }
    #expect(
      reports == [
        "#2: page.secret: expected Int, found a string", "#2: expected New, found settings",
        "#2: site._0: expected a valid value, found a string",
      ]
    )
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
