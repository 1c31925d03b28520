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

  @Test func `plain values are read as what they are`() throws {
    let values: [String: any Sendable] = [
      "userID": "7", "age": Int8(42), "tags": ["a", "b"], "more": Date(),
    ]
    #expect(
      try Profile.bundleSpec.content(from: UntypedNavigationBundle(values))
        == Profile(userID: "7", age: 42, tags: ["a", "b"])
    )
  }

  @Test func `values of every kind are read`() throws {
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
    let type = NavigationBundleSpecType.bundle(Credentials.bundleSpec)
    let credentials = Credentials(user: "ada", token: "sesame")
    let dictionary: [String: any Sendable] = ["user": "ada", "token": "sesame"]
    #expect(try read(type, dictionary) == credentials)
    #expect(try read(type, ["user": "ada", "token": "sesame"]) == credentials)
    #expect(try read(type, credentials) == credentials)
    #expect(try read(type, credentials.bundle) == credentials)
    #expect(try read(type, credentials.bundle.untyped) == credentials)
  }

  @Test func `a codable value may come as itself or as JSON`() throws {
    struct Point: Codable, Hashable {
      var x = 1
    }
    #expect(try read(.codable(), Point()) == Point())
    #expect(try read(.codable(), #"{"x":1}"#) == Point())
  }

  @Test func `a value of another type is an error and is not converted`() {
    #expect(problems { try read(.boolean, 1) } == ["value: expected Bool, found 1"])
    #expect(problems { try read(.double, "1") } == [#"value: expected Double, found "1""#])
    #expect(problems { try read(.string, 1) } == ["value: expected String, found 1"])
    #expect(problems { try read(.integer as NavigationBundleSpecType<Int>, 1.0) }.count == 1)
    #expect(problems { try read(.date, "2020-11-24T08:00:00Z") }.count == 1)
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

  @Test func `what goes out is plain`() throws {
    let values = try Everything.full.bundle.untyped.values()
    #expect(values["flag"] as? Bool == true)
    #expect(values["small"] as? Int == -128)
    #expect(values["widest"] as? Int128 == .min)
    #expect(values["tags"] as? [String] == ["", "x.y[0]~", "z"])
    #expect((values["people"] as? [[String: Any]])?.first?["user"] as? String == "ada")
    #expect(try Everything().bundle.untyped.values()["maybe"] == nil)
  }

  @Test func `lists and dictionaries nest a hundred levels deep with their bundle, and no deeper`()
  {
    func list(_ levels: Int) -> any Sendable {
      (0..<levels).reduce(1 as any Sendable) { value, _ in [value] as [any Sendable] }
    }
    func dictionary(_ levels: Int) -> any Sendable {
      (0..<levels).reduce(1 as any Sendable) { value, _ in ["a": value] as [String: any Sendable] }
    }
    for make in [list, dictionary] {
      #expect(problems { try UntypedNavigationBundle(["a": make(99)]) }.isEmpty)
      #expect(problems { try UntypedNavigationBundle(["a": make(100)]) }.count == 1)
    }
  }
}
