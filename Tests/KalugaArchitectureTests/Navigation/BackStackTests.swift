import Foundation
import KalugaArchitecture
import Testing

struct BackStackTests {
  private struct Chime: NavigationEffect {}

  private static let first = BackStackEntryID(rawValue: 1)
  private static let second = BackStackEntryID(rawValue: 2)
  private static let gone = BackStackEntryID(rawValue: 7)

  // MARK: Operations

  @Test(
    arguments: [
      ("[a]", .push(.a), "[a, a]", [.a]),
      ("[home] ▸ [sheet]", .push(.a), "[home] ▸ [sheet, a]", [.a]),
      ("{[a] | *[b]}", .push(.c), "{[a] | *[b, c]}", [.c]),
      ("[home, a]", .replace(.a), "[home, a]", [.a]),
      ("[home]", .replace(.sheet), "[sheet]", [.sheet]),
      ("[home, a] ▸ [sheet, b]", .pop(), "[home, a] ▸ [sheet]", []),
      ("[home, a] ▸ [sheet]", .pop(), "[home, a]", []),
      ("{[a] | *[b, c]}", .pop(), "{[a] | *[b]}", []),
      ("[a, b, a, c]", .popTo(.a), "[a, b, a]", []),
      ("[home, a]", .popTo(.a), "[home, a]", []),
      ("[home, a, b]", .popTo(.a, inclusive: true), "[home]", []),
      ("[home, a] ▸ [sheet, b]", .popTo(.sheet, inclusive: true), "[home, a]", []),
      ("[home, a] ▸ [sheet, b]", .popToRoot(), "[home, a] ▸ [sheet]", []),
      ("[home]", .popToRoot(), "[home]", []),
      ("[home] ▸ [sheet]", .present(.a), "[home] ▸ [sheet] ▸ [a]", [.a]),
      ("[home] ▸ [sheet, a]", .present(.sheet), "[home] ▸ [sheet, a]", []),
      ("[home]", .present(.home), "[home] ▸ [home]", [.home]),
      ("{*[a] | [b]}", .present(.sheet), "{*[a] | [b]} ▸ [sheet]", [.sheet]),
      ("[home] ▸ [sheet, a]", .replacePresented(.sheet), "[home] ▸ [sheet, a]", []),
      ("[home]", .replacePresented(.b), "[home] ▸ [b]", [.b]),
      ("[home] ▸ [b] ▸ [sheet]", .replacePresented(.b), "[home] ▸ [b] ▸ [b]", [.b]),
      ("[home, a] ▸ [sheet, b]", .dismiss(), "[home, a]", []),
      ("[home] ▸ [sheet, b] ▸ [c]", .dismiss(), "[home] ▸ [sheet, b]", []),
      ("{*[a] | [b]} ▸ {*[c] | [home]}", .dismiss(), "{*[a] | [b]}", []),
      ("[home, a] ▸ [sheet, b]", .close(.sheet), "[home, a]", []),
      ("[a, b, a, c]", .close(.a), "[a, b]", []),
      ("[home]", .tabs([.a, .b, .c], selected: 1), "{[a] | *[b] | [c]}", [.a, .c, .b]),
      ("[home, a]", .tabs([.home, .b]), "{*[home, a] | [b]}", [.b]),
      ("{*[a] | [b, c]}", .tabs([.b, .home]), "{*[b, c] | [home]}", [.home]),
      ("{*[a] | [b]} ▸ [c]", .tabs([.c, .home]), "{*[a] | [b]} ▸ {*[c] | [home]}", [.home]),
      ("[home, a] ▸ [b]", .open(root: .home, [.b, .a]), "[home, b, a]", [.b, .a]),
      ("[home, a] ▸ [sheet, b]", .open(root: .home, [.a]), "[home, a]", []),
      ("[home, a]", .open(root: .sheet, [.a]), "[sheet, a]", [.sheet, .a]),
      ("{[home] | *[a]} ▸ [sheet]", .update(first, to: .b), "{[b] | *[a]} ▸ [sheet]", [.b]),
      ("[home, a] ▸ [b] ▸ [sheet]", .below(.pop()), "[home, a] ▸ [sheet]", []),
      ("[home, a] ▸ [b] ▸ [c]", .below(.below(.popToRoot())), "[home] ▸ [b] ▸ [c]", []),
      ("[home, a] ▸ [a, sheet]", .below(.close(.a)), "[home] ▸ [a, sheet]", []),
      ("{*[a] | [b]} ▸ [sheet]", .below(.selectTab(1)), "{[a] | *[b]} ▸ [sheet]", []),
      ("[home] ▸ [sheet]", .below(.setRoot(.a)), "[a] ▸ [sheet]", [.a]),
      ("[home, a, b]", .popToEntry(second, inclusive: true), "[home]", []),
      ("[home, a, b]", .popToScreen(inclusive: true) { $0 == .a }, "[home]", []),
      ("[home, a, b, a]", .closeEntry(second), "[home]", []),
      ("[home] ▸ [sheet]", .steps([.dismiss(), .push(.a)]), "[home, a]", [.a]),
      ("{*[home, a] | [b]}", .steps([.selectTab(1), .push(.c)]), "{[home, a] | *[b, c]}", [.c]),
      ("[home, a]", .steps([.setRoot(.b), .push(.c)]), "[b, c]", [.b, .c]),
      ("[home]", .steps([.push(.a), .replace(.b), .present(.c)]), "[home, b] ▸ [c]", [.b, .c]),
      (
        "[home] ▸ [sheet]", .steps([.below(.push(.a)), .push(.b)]), "[home, a] ▸ [sheet, b]",
        [.a, .b]
      ),
      ("[home]", .steps([.steps([.push(.a), .push(.b)]), .pop()]), "[home, a]", [.a]),
      ("[home] ▸ [c]", .below(.steps([.push(.a), .push(.b)])), "[home, a, b] ▸ [c]", [.a, .b]),
      ("{*[a] | [b]}", .selectTabOf(.b), "{[a] | *[b]}", []),
      ("{*[a] | [b]} ▸ [sheet]", .selectTabOf(.b), "{[a] | *[b]} ▸ [sheet]", []),
      ("{*[a] | [b]} ▸ {*[c] | [b]}", .selectTabOf(.b), "{[a] | *[b]} ▸ {*[c] | [b]}", []),
      ("{*[a] | [b]} ▸ {*[c] | [home]}", .selectTabOf(.home), "{*[a] | [b]} ▸ {[c] | *[home]}", []),
      ("{*[a] | [b] | [b]}", .selectTabOf(.b), "{[a] | *[b] | [b]}", []),
      ("{*[a] | [b]} ▸ [sheet]", .pushInTab(.c, of: .b), "{*[a] | [b, c]} ▸ [sheet]", [.c]),
      ("{*[a] | [b, c]}", .pushInTab(.c, of: .a), "{*[a, c] | [b, c]}", [.c]),
      ("{*[a] | [b]} ▸ [sheet]", .openInTab([.b, .c], of: .b), "{[a] | *[b, c]}", [.c]),
      ("{*[a] | [b, c, home]}", .openInTab([.c, .a], of: .b), "{[a] | *[b, c, a]}", [.a]),
      ("{*[a, c] | [b, c]}", .openInTab([], of: .b), "{[a, c] | *[b]}", []),
      ("{*[a] | [b]} ▸ {*[c] | [home]}", .openInTab([.a, .b], of: .a), "{*[a, b] | [b]}", [.b]),
      ("[a] ▸ {*[b] | [c]} ▸ [sheet]", .openInTab([.a], of: .c), "[a] ▸ {[b] | *[c, a]}", [.a]),
      ("[a, b, a, c]", .bringToFront(.a), "[a, b, a]", []),
      ("[home, a]", .bringToFront(.a), "[home, a]", []),
      ("[home, a] ▸ [sheet]", .bringToFront(.a), "[home, a] ▸ [sheet, a]", [.a]),
      ("{*[home] | [a]}", .bringToFront(.a), "{*[home, a] | [a]}", [.a]),
      ("[home, a] ▸ [sheet]", .below(.bringToFront(.home)), "[home] ▸ [sheet]", []),
      (
        "{*[a] | [b]}", .steps([.pushInTab(.c, of: .b), .selectTabOf(.b), .push(.a)]),
        "{[a] | *[b, c, a]}", [.c, .a]
      ),
    ] as [(String, NavigationSpec<Place>, String, [Place])]
  )
  func `an operation returns a new stack and keeps the entries of screens that stay`(
    _ picture: String,
    _ spec: NavigationSpec<Place>,
    _ expected: String,
    _ added: [Place]
  ) throws {
    let before = try BackStack(picture)
    let after = try before.applying(spec)
    #expect("\(after)" == expected)
    #expect("\(before)" == picture)
    let new = after.entries.filter { !before.entries.contains($0) }
    #expect(new.map(\.destination) == added)
  }

  static let refusals: [(String, NavigationSpec<Place>, NavigationError)] =
    [
      ("[a]", .pop(), .nothingToGoBackTo(screen: "a")),
      ("{[a] | *[b]}", .pop(), .nothingToGoBackTo(screen: "b")),
      ("[home, a]", .popTo(.home, inclusive: true), .nothingToGoBackTo(screen: "home")),
      ("[home, a]", .popTo(.c), .notOnStack(screen: "c", stack: ["home", "a"])),
      ("[home] ▸ [b, a]", .popTo(.home), .notOnStack(screen: "home", stack: ["b", "a"])),
      ("[home, a]", .replaceAbove(.c, with: .a), .notOnStack(screen: "c", stack: ["home", "a"])),
      ("[home, a]", .dismiss(), .nothingPresented(screen: "a")),
      ("[home] ▸ [b]", .close(.c), .notOnStack(screen: "c", stack: ["home", "b"])),
      ("[home, a]", .close(.home), .nothingToGoBackTo(screen: "home")),
      ("[home, a]", .closeEntry(gone), .notOnStack(screen: "#7", stack: ["home", "a"])),
      (
        "{*[home] | [a]}", .closeEntry(BackStackEntryID(rawValue: 2)),
        .nothingToGoBackTo(screen: "a")
      ),
      ("[home, a]", .popToEntry(gone), .notOnStack(screen: "#7", stack: ["home", "a"])),
      (
        "[home, a]", .popToScreen { $0 == .c },
        .notOnStack(screen: "such a screen", stack: ["home", "a"])
      ),
      (
        "[home, a]", .closeScreen { $0 == .c },
        .notOnStack(screen: "such a screen", stack: ["home", "a"])
      ),
      (
        "[home]", .steps([.push(.a), .popTo(.c)]),
        .inStep(2, kind: "popTo", error: .notOnStack(screen: "c", stack: ["home", "a"]))
      ),
      // A step on what an earlier step has closed.
      (
        "[home] ▸ [a]", .steps([.dismiss(), .close(.a)]),
        .inStep(2, kind: "close", error: .notOnStack(screen: "a", stack: ["home"]))
      ),
      (
        "[home, a]", .steps([.pop(), .closeEntry(second), .push(.b)]),
        .inStep(2, kind: "closeEntry", error: .notOnStack(screen: "#2", stack: ["home"]))
      ),
      (
        "[home] ▸ [a]", .steps([.dismiss(), .steps([.push(.b), .below(.pop())])]),
        .inStep(
          2,
          kind: "steps",
          error: .inStep(2, kind: "below", error: .nothingPresented(screen: "b"))
        )
      ),
      (
        "[home]", .steps([.push(.a), .dismiss()]),
        .inStep(2, kind: "dismiss", error: .nothingPresented(screen: "a"))
      ),
      ("[home]", .steps([]), .noSteps(action: "steps")),
      ("[home] ▸ [a]", .below(.steps([])), .noSteps(action: "steps")),
      (
        "[home]", .steps([.push(.a), .steps([])]),
        .inStep(2, kind: "steps", error: .noSteps(action: "steps"))
      ),
      ("{*[home] | [a]}", .selectTabOf(.b), .noTab(of: "b", tabs: ["home", "a"])),
      ("{*[home] | [a]}", .pushInTab(.a, of: .c), .noTab(of: "c", tabs: ["home", "a"])),
      ("{*[home] | [a]}", .openInTab([.b], of: .b), .noTab(of: "b", tabs: ["home", "a"])),
      (
        "{*[a] | [b]} ▸ {*[c] | [b]}", .selectTabOf(.home),
        .noTab(of: "home", tabs: ["a", "b", "c", "b"])
      ),
      ("[home, a]", .openInTab([.home], of: .home), .noTab(of: "home", tabs: [])),
      (
        "{*[home] | [a]} ▸ [a]", .below(.below(.selectTabOf(.a))), .nothingPresented(screen: "home")
      ),
      (
        "[home]", .steps([.push(.a), .launch(Chime())]),
        .inStep(
          2,
          kind: "launch",
          error: .refused(
            action: "launch",
            reason: "'chime' is an effect, which cannot be a step; request it on its own"
          )
        )
      ),
      ("[home]", .tabs([]), .noSuchTab(index: 0, count: 0)),
      ("[home, a]", .selectTab(0), .noSuchTab(index: 0, count: 0)),
      ("[home, a]", .update(gone, to: .b), .notOnStack(screen: "#7", stack: ["home", "a"])),
      ("[home, a]", .below(.push(.b)), .nothingPresented(screen: "a")),
      ("[home] ▸ [a]", .below(.pop()), .nothingToGoBackTo(screen: "home")),
      ("[home] ▸ [a]", .below(.close(.a)), .notOnStack(screen: "a", stack: ["home"])),
    ]
    + [-1, 2, .max, .min].flatMap { index in
      [NavigationSpec.selectTab(index), .tabs([.a, .b], selected: index)].map {
        ("{*[a] | [b]}", $0, .noSuchTab(index: index, count: 2))
      }
    }

  @Test(arguments: refusals)
  func `an impossible operation throws the reason`(
    _ picture: String,
    _ spec: NavigationSpec<Place>,
    _ error: NavigationError
  ) throws {
    let stack = try BackStack(picture)
    #expect(throws: error) { try stack.applying(spec) }
  }

  // MARK: The value

  @Test func `the shown screen is the last entry, and shown paths leave hidden tabs out`() throws {
    let stack = try BackStack("{[c] | *[a, b]} ▸ {*[a, c] | [b, home]}")
    #expect(stack.top.destination == .c)
    #expect(stack.shownPaths.map { $0.map(\.destination) } == [[.a, .b], [.a, .c]])
    #expect(stack.entries.map(\.destination) == [.c, .a, .b, .b, .home, .a, .c])
  }

  @Test func `a stack and its errors show the names of screens and none of their data`() throws {
    enum Screen: NavigationDestination {
      case home
      case item(Int)
    }
    let stack = BackStack(root: Screen.home, [.item(1)])
    #expect("\(stack)" == "[home, item]")
    #expect(throws: NavigationError.notOnStack(screen: "item", stack: ["home", "item"])) {
      try stack.applying(.popTo(.item(1234)))
    }
    struct Page: NavigationDestination, CustomStringConvertible {
      let description: String
    }
    let pages = BackStack(root: Page(description: "start"), [Page(description: "a\u{1B}[2J")])
    #expect("\(pages)" == #"[start, a\u{1b}[2J]"#)
  }

  // MARK: Saving

  @Test func `a stack is restored unchanged, with the identities of its entries`() throws {
    let stack = try BackStack("[home, a] ▸ {[b] | *[c, sheet]}").applying(.pop())
    let data = try JSONEncoder().encode(stack)
    let restored = try JSONDecoder().decode(BackStack<Place>.self, from: data)
    #expect(restored == stack)
    #expect(try restored.applying(.push(.a)).top.id == stack.applying(.push(.a)).top.id)
  }

  @Test(arguments: [
    (#"{"levels":[],"lastID":1}"#, "at least one layer"),
    (#"{"levels":[{"tabs":[],"selected":0}],"lastID":1}"#, "tab 0 is selected, but"),
    (#"{"levels":[{"tabs":[[]],"selected":0}],"lastID":1}"#, "has no screen"),
    (#"{"levels":[{"tabs":[[ENTRY(1)]],"selected":-1}],"lastID":1}"#, "tab -1 is selected, but"),
    (#"{"levels":[{"tabs":[[ENTRY(1),ENTRY(1)]],"selected":0}],"lastID":1}"#, "same identifier"),
    (#"{"levels":[{"tabs":[[ENTRY(2)]],"selected":0}],"lastID":1}"#, "never assigned"),
    (#"{"levels":[{"tabs":[[ENTRY(0)]],"selected":0}],"lastID":1}"#, "never assigned"),
    (#"{"levels":[{"tabs":[[ENTRY(1)]],"selected":0}],"lastID":\#(Int.max)}"#, "more screens"),
  ])
  func `a stack that no operation could have made is refused`(json: String, reason: String) throws {
    let json = json.replacing(/ENTRY\((\d)\)/) { #"{"id":\#($0.1),"destination":"home"}"# }
    do {
      let stack = try JSONDecoder().decode(BackStack<Place>.self, from: Data(json.utf8))
      Issue.record("accepted: \(stack)")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(reason))
    }
  }
}
