import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests what `expectEqual` and `expectTranscript` show if two values differ.
struct DifferenceTests {
  private struct Address: Equatable {
    var street = "Rue"
    var number: Int? = 1
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
    var addresses = [Address(), Address(street: "Weg", number: nil)]
  }

  /// A class that compares only the inherited number.
  private class Base: Equatable {
    let number: Int
    var next: Base?

    init(_ number: Int) { self.number = number }

    static func == (left: Base, right: Base) -> Bool { left.number == right.number }
  }

  private final class Inheriting: Base {}

  /// A class whose objects are never equal.
  private final class Unequal: Equatable {
    var parts: [String: Unequal] = [:]
    var list: [Unequal] = []

    static func == (left: Unequal, right: Unequal) -> Bool { false }
  }

  /// Returns the text of the failure without its first line.
  private func difference<Value: Equatable>(_ found: Value, _ expected: Value) async -> String {
    let text = await message { expectEqual(found, expected) }
    return text.replacing("the values differ (- expected, + found):\n", with: "")
  }

  @Test func `only the lines that changed are shown`() async {
    var found = Profile()
    found.addresses[1].number = 12
    await #expect(
      difference(found, Profile()) == "line 24\n-       number: nil\n+       number: 12"
    )
    await #expect(difference("a\nx\nc", "a\nb\nc") == "line 2\n- b\n+ x")
  }

  @Test func `sets and dictionaries show missing and additional elements`() async {
    var found = Profile()
    found.tags.remove("new")
    found.tags.insert("gone")
    found.scores["b"] = 7
    let text = await difference(found, Profile())
    #expect(text.contains("\n-     \"new\""))
    #expect(text.contains("\n+     \"gone\""))
    #expect(text.contains("\n-       value: 2\n+       value: 7"))
    #expect(!text.contains("admin"))
  }

  @Test func `enum cases show their name and their payload`() async {
    await #expect(
      difference(Role.guest, .owner(Address())) == """
        line 1
        - .owner
        -   Address
        -     street: "Rue"
        -     number: 1
        + .guest
        """
    )
    await #expect(
      difference(Role.member(since: 2020, Address()), .member(since: 2021, Address()))
        == "line 2\n-   since: 2021\n+   since: 2020"
    )
  }

  @Test func `scalars are shown as they are written`() async {
    await #expect(difference(2, 1) == "line 1\n- 1\n+ 2")
    await #expect(difference(nil, "Ada") == "line 1\n- Ada\n+ nil")
    await #expect(difference(["Ada"], ["Bob"]) == "line 2\n-   \"Bob\"\n+   \"Ada\"")
    // An optional that contains nil differs from nil.
    await #expect(difference(Int??.none, .some(nil)) == "line 1\n- Optional(nil)\n+ nil")
    await #expect(difference(Int??.some(1), .some(nil)) == "line 1\n- Optional(nil)\n+ 1")
  }

  @Test func `a private row with the key path of a public row is found but not shown`() async {
    struct Change: NavigationBundleContent, Equatable {
      var old: String
      var new: String

      static let bundleSpec = NavigationBundleSpec(
        Change.init(old:new:),
        NavigationBundleSpecRow("old", \Change.old, .string, isPrivate: true),
        NavigationBundleSpecRow("new", \Change.old, .string, isPrivate: true)
      )
    }
    let text = await message { expectBundleRoundTrip(Change(old: "sesame", new: "")) }
    #expect(text.contains("have the same description") && !text.contains("sesame"))
  }

  // MARK: Cycles and large values

  @Test func `inherited properties are compared, even if an object refers to itself`() async {
    let (found, expected) = (Inheriting(1), Inheriting(2))
    (found.next, expected.next) = (found, expected)
    await #expect(difference(found, expected) == "line 2\n-   number: 2\n+   number: 1")
    (found.next, expected.next) = (nil, nil)
  }

  @Test func `objects that refer to each other can be compared`() async {
    let (parent, child) = (Unequal(), Unequal())
    parent.parts["child"] = child
    child.parts["parent"] = parent
    await #expect(difference(parent, Unequal()).contains("+       value: Unequal"))
    parent.parts = [:]
  }

  @Test func `a value of 100,000 levels is cut`() async {
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
    await #expect(difference(value, Value()).hasSuffix("  …"))
    // Releases one level at a time, because releasing all at once would exhaust the stack.
    while case .link(let rest) = value.chain { value.chain = rest }
  }

  @Test func `a value with many shared objects is cut`() async {
    var net = Unequal()
    for _ in 0..<30 {
      let next = Unequal()
      next.list = [net, net]
      net = next
    }
    await #expect(difference(net, Unequal()).contains("+   list: 2"))
  }

  @Test func `differences are found in long values and cut after 500 lines`() async {
    var found = Array(0..<10_000)
    found[8_000] = -1
    await #expect(difference(found, Array(0..<10_000)) == "line 8002\n-   8000\n+   -1")
    await #expect(difference(Array(1...9_999), Array(2...9_999)).hasSuffix("+   1"))
    let text = await difference(Array(1...10_000), Array(10_001...20_000))
    #expect(text.hasPrefix("line 2\n-   10001\n-   10002\n"))
    #expect(text.hasSuffix("\n… and 19501 more lines"))
  }

  // MARK: Golden files

  @Test func `a golden file that is not text is not described as missing`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).out")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data([0xFF, 0xFE]).write(to: file)
    await #expect(
      message { expectTranscript("a", goldenFile: file.path) }
        == "the golden file \(file.path) cannot be read as UTF-8: choose another file, or correct it"
    )
  }
}
