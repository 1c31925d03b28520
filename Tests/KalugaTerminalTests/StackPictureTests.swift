import KalugaArchitecture
import KalugaTerminal
import Testing

struct StackPictureTests {
  private func picture(_ root: Place, _ specs: NavigationSpec<Place>...) throws -> String {
    var stack = BackStack(root: root)
    for spec in specs { stack = try stack.applying(spec) }
    return "\(StackPicture(stack))"
  }

  private let account = Account(user: "ada", token: "sesame")

  @Test func `one screen`() throws {
    #expect(try picture(.home) == "╶ home   ← shown")
  }

  @Test func `a stack of screens, the root first and no data`() throws {
    #expect(
      try picture(.home, .push(.login(account)), .push(.sheet)) == """
        ┌ home
        ├ login
        └ sheet   ← shown
        """
    )
  }

  @Test func `stacks over stacks`() throws {
    #expect(
      try picture(
        .home,
        .push(.login(account)),
        .present(.sheet),
        .push(.home),
        .present(.home)
      ) == """
        ┌ home
        └ login
          ▸ ┌ sheet
            └ home
            ▸ ╶ home   ← shown
        """
    )
  }

  @Test func `tabs, in their order whichever is shown`() throws {
    #expect(
      try picture(.home, .tabs([.home, .sheet]), .selectTab(1), .push(.home)) == """
        ○ ╶ home
        ● ┌ sheet
          └ home   ← shown
        """
    )
  }

  @Test func `a stack that is presented over tabs`() throws {
    #expect(
      try picture(
        .home,
        .tabs([.home, .sheet]),
        .push(.login(account)),
        .present(.sheet),
        .push(.home)
      ) == """
        ● ┌ home
          └ login
        ○ ╶ sheet
          ▸ ┌ sheet
            └ home   ← shown
        """
    )
  }

  @Test func `tabs that are presented`() throws {
    #expect(
      try picture(.home, .present(.sheet), .tabs([.sheet, .home]), .push(.home)) == """
        ╶ home
          ▸ ● ┌ sheet
              └ home   ← shown
            ○ ╶ home
        """
    )
  }
}
