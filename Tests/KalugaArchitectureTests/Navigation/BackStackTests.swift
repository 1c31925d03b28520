import KalugaArchitecture
import Testing

struct BackStackTests {
  /// A screen with a payload, so that names and data differ.
  private enum Screen: Codable, Hashable, Sendable {
    case home
    case item(Int)
    case sheet
  }

  private func stack(_ root: Screen, _ rest: Screen...) -> BackStack<Screen> {
    BackStack(root: root, rest)
  }

  private func destinations(_ stack: BackStack<Screen>) -> [[Screen]] {
    stack.layers.map { $0.map(\.destination) }
  }

  /// A stack of two over another one of two: `[home, item(1)] ▸ [sheet, item(2)]`.
  private func presented() throws -> BackStack<Screen> {
    try stack(.home, .item(1)).applying(.present(.sheet)).applying(.push(.item(2)))
  }

  // MARK: Operations

  @Test func `push opens a screen on top`() throws {
    let before = stack(.home)
    let after = try before.applying(.push(.item(1)))
    #expect(destinations(before) == [[.home]])
    #expect(destinations(after) == [[.home, .item(1)]])
    #expect(after.layers[0][0] == before.layers[0][0])
    #expect(after.top.destination == .item(1))
  }

  @Test func `two screens of one destination are two entries`() throws {
    let after = try stack(.item(1)).applying(.push(.item(1)))
    #expect(destinations(after) == [[.item(1), .item(1)]])
    #expect(Set(after.entries.map(\.id)).count == 2)
  }

  @Test func `replace puts a new screen in the place of the top one`() throws {
    let before = stack(.home, .item(1))
    let after = try before.applying(.replace(.item(1)))
    #expect(destinations(after) == [[.home, .item(1)]])
    #expect(after.top.id != before.top.id)
    #expect(destinations(try stack(.home).applying(.replace(.sheet))) == [[.sheet]])
  }

  @Test func `pop goes back one screen`() throws {
    #expect(destinations(try stack(.home, .item(1)).applying(.pop())) == [[.home]])
  }

  @Test func `pop closes a presented stack with its first screen`() throws {
    let after = try presented().applying(.pop())
    #expect(destinations(after) == [[.home, .item(1)], [.sheet]])
    #expect(destinations(try after.applying(.pop())) == [[.home, .item(1)]])
  }

  @Test func `the first screen cannot be popped`() {
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "item")) {
      try stack(.item(1)).applying(.pop())
    }
  }

  @Test func `popTo goes back to the topmost such screen`() throws {
    let before = stack(.item(1), .item(2), .item(1), .item(3))
    let after = try before.applying(.popTo(.item(1)))
    #expect(destinations(after) == [[.item(1), .item(2), .item(1)]])
    #expect(after.layers[0].elementsEqual(before.layers[0].prefix(3)))
  }

  @Test func `popTo the top screen changes nothing`() throws {
    let before = stack(.home, .item(1))
    #expect(try before.applying(.popTo(.item(1))) == before)
  }

  @Test func `popTo inclusive takes the screen away too`() throws {
    let after = try stack(.home, .item(1), .item(2)).applying(.popTo(.item(1), inclusive: true))
    #expect(destinations(after) == [[.home]])
  }

  @Test func `popTo inclusive of the first presented screen closes its stack`() throws {
    let after = try presented().applying(.popTo(.sheet, inclusive: true))
    #expect(destinations(after) == [[.home, .item(1)]])
  }

  @Test func `popTo inclusive of the very first screen is an error`() {
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) {
      try stack(.home, .item(1)).applying(.popTo(.home, inclusive: true))
    }
  }

  @Test func `popTo a screen with other data is an error that shows only names`() {
    #expect(throws: NavigationError.notOnStack(screen: "item", stack: ["home", "item"])) {
      try stack(.home, .item(1)).applying(.popTo(.item(1234)))
    }
  }

  @Test func `popTo does not reach below a presented stack`() throws {
    let before = try presented()
    #expect(throws: NavigationError.notOnStack(screen: "home", stack: ["sheet", "item"])) {
      try before.applying(.popTo(.home))
    }
  }

  @Test func `popToRoot goes back to the first screen of the innermost stack`() throws {
    let before = stack(.home, .item(1), .item(2))
    #expect(destinations(try before.applying(.popToRoot)) == [[.home]])
    #expect(destinations(try presented().applying(.popToRoot)) == [[.home, .item(1)], [.sheet]])
    #expect(try stack(.home).applying(.popToRoot) == stack(.home))
  }

  @Test func `present opens a stack of its own`() throws {
    let after = try stack(.home).applying(.present(.sheet)).applying(.present(.item(1)))
    #expect(destinations(after) == [[.home], [.sheet], [.item(1)]])
    #expect(after.top.destination == .item(1))
    #expect(after.entries.map(\.destination) == [.home, .sheet, .item(1)])
  }

  @Test func `dismiss closes the presented stack with all its screens`() throws {
    #expect(destinations(try presented().applying(.dismiss())) == [[.home, .item(1)]])
  }

  @Test func `dismiss closes the innermost of several stacks`() throws {
    let after = try presented().applying(.present(.item(3))).applying(.dismiss())
    #expect(destinations(after) == [[.home, .item(1)], [.sheet, .item(2)]])
  }

  @Test func `nothing presented cannot be dismissed`() {
    #expect(throws: NavigationError.nothingPresented(screen: "item")) {
      try stack(.home, .item(1)).applying(.dismiss())
    }
  }

  @Test func `open keeps the common beginning and closes everything else`() throws {
    let before = try presented()
    let after = try before.applying(.open(root: .home, [.sheet, .item(1)]))
    #expect(destinations(after) == [[.home, .sheet, .item(1)]])
    #expect(after.layers[0][0] == before.layers[0][0])
    #expect(!before.entries.contains(after.layers[0][2]))
  }

  @Test func `open of what is there takes away only what is above`() throws {
    let before = try presented()
    let after = try before.applying(.open(root: .home, [.item(1)]))
    #expect(after.layers == [before.layers[0]])
    #expect(try after.applying(.open(root: .home, [.item(1)])) == after)
  }

  @Test func `open with another root keeps nothing`() throws {
    let before = stack(.home, .item(1))
    let after = try before.applying(.open(root: .sheet, [.item(1)]))
    #expect(destinations(after) == [[.sheet, .item(1)]])
    #expect(Set(after.entries).isDisjoint(with: before.entries))
  }

  // MARK: The value

  @Test func `an operation that fails leaves nothing behind`() throws {
    let before = try presented()
    let copy = before
    #expect(throws: NavigationError.self) { try before.applying(.popTo(.item(9))) }
    #expect(before == copy)
  }

  @Test func `the number of an entry is never used again`() throws {
    var seen: Set<Int> = []
    var stack = stack(.home)
    seen.insert(stack.top.id)
    for number in 0..<20 {
      stack = try stack.applying(.push(.item(number)))
      #expect(seen.insert(stack.top.id).inserted)
      stack = try stack.applying(.pop())
      stack = try stack.applying(.replace(.home))
      #expect(seen.insert(stack.top.id).inserted)
      stack = try stack.applying(.open(root: .item(number)))
      #expect(seen.insert(stack.top.id).inserted)
    }
  }

  @Test func `a stack prints the names of its screens and none of their data`() throws {
    #expect("\(try presented())" == "[home, item] ▸ [sheet, item]")
  }

  @Test func `each operation has the word that transcripts use`() {
    let specs: [NavigationSpec<Screen>] = [
      .push(.home), .replace(.home), .pop(), .popTo(.home), .popToRoot, .present(.home), .dismiss(),
      .open(root: .home),
    ]
    #expect(
      specs.map(\.kind) == [
        "push", "replace", "pop", "popTo", "popToRoot", "present", "dismiss", "open",
      ]
    )
  }
}
