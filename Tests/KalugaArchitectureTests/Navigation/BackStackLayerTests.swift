import KalugaArchitecture
import Testing

/// Presented stacks that are said again, and tabs.
struct BackStackLayerTests {
  private typealias Stack = BackStack<Place>

  private func stack(
    _ root: Place,
    _ specs: NavigationSpec<Place>...
  ) throws -> Stack {
    var stack = Stack(root: root)
    for spec in specs { stack = try stack.applying(spec) }
    return stack
  }

  @Test func `presenting what is presented already changes nothing`() throws {
    let presented = try stack(.home, .present(.sheet), .push(.a))
    #expect(try presented.applying(.present(.sheet)) == presented)
    #expect(try presented.applying(.replacePresented(.sheet)) == presented)
  }

  @Test func `presenting the base's screen is not presenting it again`() throws {
    #expect(try stack(.home, .present(.home)).description == "[home] ▸ [home]")
  }

  @Test func `replacePresented shows another stack in the place of the presented one`() throws {
    let replaced = try stack(.home, .present(.sheet), .push(.a), .replacePresented(.b))
    #expect(replaced.description == "[home] ▸ [b]")
    #expect(try stack(.home, .replacePresented(.b)).description == "[home] ▸ [b]")
    // The one below begins with the same screen, and it is another one.
    let twice = try stack(.home, .present(.b), .present(.sheet), .replacePresented(.b))
    #expect(twice.description == "[home] ▸ [b] ▸ [b]")
  }

  @Test func `tabs take the place of the shown layer`() throws {
    let tabs = try stack(.home, .tabs([.a, .b, .c], selected: 1))
    #expect(tabs.description == "{[a] | *[b] | [c]}")
    #expect(tabs.top.destination == .b)
    #expect(tabs.layers.map { $0.map(\.destination) } == [[.b]])
  }

  @Test func `each tab has a stack of its own, and keeps it`() throws {
    let tabs = try stack(
      .home,
      .tabs([.a, .b]),
      .push(.c),
      .selectTab(1),
      .push(.home),
      .selectTab(0)
    )
    #expect(tabs.description == "{*[a, c] | [b, home]}")
    #expect(tabs.entries.map(\.destination) == [.b, .home, .a, .c])
  }

  @Test func `going back does not leave a tab`() throws {
    let tabs = try stack(.home, .tabs([.a, .b]), .selectTab(1), .push(.c))
    #expect(try tabs.applying(.pop()).description == "{[a] | *[b]}")
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "b")) {
      try tabs.applying(.pop()).applying(.pop())
    }
  }

  @Test func `a stack may be presented over tabs, and tabs in it`() throws {
    let over = try stack(.home, .tabs([.a, .b]), .present(.sheet), .tabs([.c, .home]))
    #expect(over.description == "{*[a] | [b]} ▸ {*[c] | [home]}")
    #expect(try over.applying(.dismiss()).description == "{*[a] | [b]}")
  }

  @Test(arguments: [-1, 2, Int.max, Int.min])
  func `a tab that is not there is refused`(index: Int) throws {
    let tabs = try stack(.home, .tabs([.a, .b]))
    #expect(throws: NavigationError.noSuchTab(index: index, count: 2)) {
      try tabs.applying(.selectTab(index))
    }
    #expect(throws: NavigationError.noSuchTab(index: index, count: 2)) {
      try tabs.applying(.tabs([.a, .b], selected: index))
    }
  }

  @Test func `there are no tabs without a tab`() throws {
    #expect(throws: NavigationError.noSuchTab(index: 0, count: 0)) {
      try stack(.home, .tabs([]))
    }
  }
}
