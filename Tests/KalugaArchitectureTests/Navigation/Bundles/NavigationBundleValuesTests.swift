import Foundation
import KalugaArchitecture
import Testing

/// Dictionaries of plain Swift values.
struct NavigationBundleValuesTests {
  private func read<Value: Sendable>(
    _ type: NavigationBundleSpecType<Value>,
    _ value: any Sendable
  ) throws -> Value {
    try UntypedNavigationBundle(["value": value]).get(type)
  }

  @Test func `plain values are read as what they are, and other keys do not matter`() throws {
    let values: [String: any Sendable] = [
      "userID": "7", "age": Int8(42), "tags": ["a", "b"], "more": Date(),
    ]
    #expect(
      try Profile.bundleSpec.content(from: UntypedNavigationBundle(values))
        == Profile(userID: "7", age: 42, tags: ["a", "b"])
    )
    #expect(try read(.boolean, true))
    #expect(try read(.integer, UInt64.max) == UInt64.max)
    #expect(try read(.double, Float(0.5)) == 0.5)
    #expect(try read(.character, Character("a")) == "a")
    #expect(try read(.date, Date(milliseconds: 1)) == Date(milliseconds: 1))
    try read(.unit, ())
    #expect(try read(.optional(.integer), Int?.none) == Int?.none)
    #expect(try read(.optional(.integer), Int?.some(1)) == 1)
    #expect(try read(.array(.integer), [1, 2] as [any Sendable]) == [1, 2])
    #expect(try read(.array(.optional(.integer)), [1, nil] as [Int?]) == [1, nil])
  }

  @Test func `nested dictionaries, bundles and contents are nested bundles`() throws {
    let credentials = Credentials(user: "ada", token: "sesame")
    let values: [any Sendable] = [
      ["user": "ada", "token": "sesame"] as [String: any Sendable],
      ["user": "ada", "token": "sesame"], credentials, credentials.bundle,
      credentials.bundle.untyped,
    ]
    for value in values {
      #expect(try read(.bundle(Credentials.bundleSpec), value) == credentials)
    }
  }

  @Test func `a codable value may be itself or JSON`() throws {
    struct Point: Codable, Hashable {
      var x = 1
    }
    #expect(try read(.codable(), Point()) == Point())
    #expect(try read(.codable(), #"{"x":1}"#) == Point())
  }

  @Test func `every value that no bundle can hold is named, and not shown`() {
    struct Strange: Sendable {
      var secret = "sesame"
    }
    let values: [String: any Sendable] = [
      "b": [1, Strange()] as [any Sendable], "a": ["x": Strange()], "c": UInt128.max,
    ]
    #expect(
      problems { try UntypedNavigationBundle(values) } == [
        "a.x: expected a value that bundles have, found Strange",
        "b[1]: expected a value that bundles have, found Strange",
      ]
    )
  }

  @Test func `the values of a bundle are plain`() throws {
    let values = try Everything.full.bundle.untyped.values()
    #expect(values["flag"] as? Bool == true)
    #expect(values["small"] as? Int == -128)
    #expect(values["widest"] as? Int128 == .min)
    #expect(values["tags"] as? [String] == ["", "x.y[0]~", "z"])
    #expect((values["people"] as? [[String: Any]])?.first?["user"] as? String == "ada")
    #expect(try Everything().bundle.untyped.values()["maybe"] == nil)
  }

  @Test func `lists and dictionaries may nest ninety-nine levels deep in their bundle`() {
    for make in [{ [$0] }, { ["a": $0] }] as [@Sendable (any Sendable) -> any Sendable] {
      let nested = (0..<99).reduce(1 as any Sendable) { value, _ in make(value) }
      #expect(problems { try UntypedNavigationBundle(["a": nested]) }.isEmpty)
      #expect(problems { try UntypedNavigationBundle(["a": make(nested)]) }.count == 1)
    }
  }
}
