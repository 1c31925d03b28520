import KalugaArchitecture
import Testing

/// Closing by identity, and a new root.
struct BackStackEntryTests {
  private func stack(
    _ path: [Place],
    _ specs: NavigationSpec<Place>...
  ) throws -> BackStack<Place> {
    try specs.reduce(BackStack(root: path[0], Array(path.dropFirst()))) { try $0.applying($1) }
  }

  private func id(_ place: Place, in stack: BackStack<Place>) throws -> Int {
    try #require(stack.entries.first { $0.destination == place }).id
  }

  @Test func `closing an entry takes what is over it, and tells equal screens apart`() throws {
    let before = try stack([.home, .a, .b, .a])
    let first = try id(.a, in: before)
    #expect("\(try before.applying(.closeEntry(first)))" == "[home]")
    #expect("\(try before.applying(.closeEntry(before.top.id)))" == "[home, a, b]")
  }

  @Test func `closing an entry takes what was presented over it`() throws {
    let before = try stack([.home, .a], .present(.sheet), .push(.b))
    #expect("\(try before.applying(.closeEntry(id(.a, in: before))))" == "[home]")
    #expect("\(try before.applying(.closeEntry(id(.sheet, in: before))))" == "[home, a]")
    #expect("\(try before.applying(.closeEntry(id(.b, in: before))))" == "[home, a] ▸ [sheet]")
  }

  @Test func `closing an entry in a tab that is not shown leaves what is shown`() throws {
    let before = try stack(
      [.home, .a],
      .tabs([.home, .b]),
      .selectTab(1),
      .present(.sheet)
    )
    let after = try before.applying(.closeEntry(id(.a, in: before)))
    #expect("\(after)" == "{[home] | *[b]} ▸ [sheet]")
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) {
      try before.applying(.closeEntry(id(.home, in: before)))
    }
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "b")) {
      try before.applying(.closeEntry(id(.b, in: before)))
    }
  }

  @Test func `the first screen of presented tabs closes them if it is shown`() throws {
    let before = try stack([.home], .present(.a), .tabs([.a, .b]))
    #expect("\(try before.applying(.closeEntry(id(.a, in: before))))" == "[home]")
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "b")) {
      try before.applying(.closeEntry(id(.b, in: before)))
    }
  }

  @Test func `an entry that is not there is an error`() throws {
    #expect(throws: NavigationError.notOnStack(screen: "#7", stack: ["home", "a"])) {
      try stack([.home, .a]).applying(.closeEntry(7))
    }
  }

  @Test func `a new root is another entry, also of the same screen`() throws {
    let before = try stack([.home, .a], .present(.sheet))
    let after = try before.applying(.setRoot(.home))
    #expect("\(after)" == "[home]")
    #expect(!before.entries.contains(after.top))
  }
}
