import KalugaArchitectureTestUtils
import Testing

struct ExpectEqualTests {
  private struct Address: Equatable {
    var street: String
    var number: Int?
  }

  private enum Role: Equatable {
    case guest
    case member(since: Int, Address)
    case owner(Address)
  }

  private struct Profile: Equatable {
    var name = "Ada"
    var tags: Set<String> = ["new", "admin", "beta", "old"]
    var scores = ["a": 1, "b": 2, "c": 3]
    var addresses = [Address(street: "Rue", number: 1), Address(street: "Weg", number: nil)]
    var role = Role.member(since: 2020, Address(street: "Rue", number: 1))
    var pair = (1, "x").0
  }

  private final class Node: Equatable {
    var number: Int
    var next: Node?

    init(_ number: Int) { self.number = number }

    static func == (left: Node, right: Node) -> Bool { left.number == right.number }
  }

  /// What a failure says below its first line.
  private func difference<Value: Equatable>(_ found: Value, _ expected: Value) -> String? {
    let text = failureText { expectEqual(found, expected, fileID: "Tests/T.swift", line: 7) }
    let title = "Tests/T.swift:7: expected the value with -, found that with +:\n"
    guard let text, text.hasPrefix(title) else { return text }
    return String(text.dropFirst(title.count))
  }

  @Test func `what is equal is no failure, in whatever order a set shows it`() {
    for _ in 0..<20 { #expect(difference(Profile(), Profile()) == nil) }
    #expect(difference(1.5, 1.5) == nil)
  }

  @Test func `only the lines that changed are shown`() {
    var found = Profile()
    found.addresses[1].number = 12
    #expect(
      difference(found, Profile()) == """
        line 24
        -       number: nil
        +       number: 12
        """
    )
  }

  @Test func `sets and dictionaries show what is missing and what is too much`() {
    var found = Profile()
    found.tags.remove("new")
    found.tags.insert("gone")
    found.scores["b"] = 7
    let text = difference(found, Profile()) ?? ""
    #expect(text.contains("\n-     \"new\""))
    #expect(text.contains("\n+     \"gone\""))
    #expect(text.contains("\n-       value: 2\n+       value: 7"))
    #expect(!text.contains("admin"))
  }

  @Test func `cases show their name and their payload`() {
    #expect(
      difference(Role.guest, .owner(Address(street: "Rue", number: 1))) == """
        line 1
        - .owner
        -   Address
        -     street: "Rue"
        -     number: 1
        + .guest
        """
    )
    #expect(
      difference(
        Role.member(since: 2020, Address(street: "Rue", number: 1)),
        .member(since: 2021, Address(street: "Rue", number: 1))
      ) == """
        line 2
        -   since: 2021
        +   since: 2020
        """
    )
  }

  @Test func `texts of several lines are compared line by line`() {
    #expect(difference("a\nx\nc", "a\nb\nc") == "line 2\n- b\n+ x")
  }

  @Test func `scalars are shown as they are written`() {
    #expect(difference(2, 1) == "line 1\n- 1\n+ 2")
    #expect(difference(nil, "Ada") == "line 1\n- Ada\n+ nil")
    #expect(difference(["Ada"], ["Bob"]) == "line 2\n-   \"Bob\"\n+   \"Ada\"")
  }

  @Test func `an object that refers to itself ends`() {
    let found = Node(1)
    found.next = found
    let expected = Node(2)
    expected.next = expected
    #expect(difference(found, expected) == "line 2\n-   number: 2\n+   number: 1")
    found.next = nil
    expected.next = nil
  }

  @Test func `values that look the same and are not equal say so`() {
    #expect(
      difference(Double.nan, Double.nan)
        == "Tests/T.swift:7: expected and found look the same and are not equal: nan. "
        + "Look at what their == compares and their text leaves out"
    )
  }

  // MARK: Odd values

  private class Base: Equatable {
    let number: Int

    init(_ number: Int) { self.number = number }

    static func == (left: Base, right: Base) -> Bool { left.number == right.number }
  }

  private final class Inheriting: Base {
    let name = "Ada"
  }

  @Test func `what is inherited is compared too`() {
    #expect(
      difference(Inheriting(1), Inheriting(2)) == "line 2\n-   number: 2\n+   number: 1"
    )
  }

  @Test func `a nil inside an optional is not a nil`() {
    #expect(difference(Int??.none, .some(nil)) == "line 1\n- Optional(nil)\n+ nil")
    #expect(difference(Int??.some(1), .some(nil)) == "line 1\n- Optional(nil)\n+ 1")
  }

  /// Not equal to anything, itself included.
  private final class Unequal: Equatable {
    var parts: [String: Unequal] = [:]
    var list: [Unequal] = []

    static func == (left: Unequal, right: Unequal) -> Bool { false }
  }

  @Test func `objects that refer to each other through a dictionary end`() {
    let (parent, child) = (Unequal(), Unequal())
    parent.parts["child"] = child
    child.parts["parent"] = parent
    #expect(difference(parent, Unequal())?.contains("+       value: Unequal") == true)
    parent.parts = [:]
  }

  @Test func `a value of 100,000 levels is cut`() {
    indirect enum Chain {
      case end
      case link(Chain)
    }
    struct Value: Equatable {
      var chain = Chain.end

      static func == (left: Value, right: Value) -> Bool { false }
    }
    var value = Value()
    for _ in 0..<100_000 { value.chain = .link(value.chain) }
    #expect(difference(value, Value())?.hasSuffix("  …") == true)
    // One by one: released all at once it would exhaust the stack.
    while case .link(let rest) = value.chain { value.chain = rest }
  }

  @Test func `objects that are shared over and over are cut`() {
    var net = Unequal()
    for _ in 0..<30 {
      let next = Unequal()
      next.list = [net, net]
      net = next
    }
    #expect(difference(net, Unequal())?.contains("+   list: 2") == true)
  }

  @Test func `what differs is found in long values, which may differ in everything`() {
    var found = Array(0..<10_000)
    found[8_000] = -1
    #expect(difference(found, Array(0..<10_000)) == "line 8002\n-   8000\n+   -1")
    #expect(difference(Array(1...9_999), Array(2...9_999))?.hasSuffix("+   1") == true)
    let text = difference(Array(1...10_000), Array(10_001...20_000))
    #expect(text?.hasPrefix("line 2\n-   10001\n-   10002\n") == true)
    #expect(text?.hasSuffix("\n… and 19501 more lines") == true)
  }
}
