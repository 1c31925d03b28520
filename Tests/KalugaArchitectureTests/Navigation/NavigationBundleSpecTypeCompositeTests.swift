import KalugaArchitecture
import Testing

struct NavigationBundleSpecTypeCompositeTests {
  // MARK: Arrays

  @Test(arguments: [[], [1], [3, 1, 2, 1]])
  func `an array keeps its order and its repetitions`(_ numbers: [Int]) throws {
    #expect(try OneRow<[Int]>(.array(.integer)).roundTrip(numbers) == numbers)
  }

  @Test func `an array of arrays comes back`() throws {
    let row = OneRow<[[String]]>(.array(.array(.string)))
    #expect(try row.roundTrip([[], ["a"], ["b", ""]]) == [[], ["a"], ["b", ""]])
    #expect(row.rows([[], ["a", "b"]]).bundleDescription == #"{value: [[], ["a", "b"]]}"#)
  }

  @Test func `every wrong element is reported with its place`() {
    let row = OneRow<[[Int8]]>(.array(.array(.integer)))
    let value = NavigationBundleValue.array([
      .array([.integer(1), .string("x")]), .integer(2), .array([.integer(300)]),
    ])
    #expect(
      row.problems(value) == [
        "value[0][1]: expected Int8, found \"x\"", "value[1]: expected [Int8], found 2",
        "value[2][0]: expected Int8, found 300",
      ]
    )
  }

  @Test func `what is no array is reported as a whole`() {
    #expect(
      OneRow<[Int]>(.array(.integer)).problems(.text("1,2")) == [
        "value: expected [Int], found \"1,2\""
      ]
    )
  }

  @Test func `a missing array is an error and not an empty one`() {
    #expect(
      OneRow<[Int]>(.array(.integer)).problems(of: []) == ["value: expected [Int], found nothing"]
    )
  }

  // MARK: Optionals

  @Test(arguments: [nil, 0, 42])
  func `an optional comes back, present or not`(_ number: Int?) throws {
    #expect(try OneRow<Int?>(.optional(.integer)).roundTrip(number) == number)
  }

  @Test func `a missing row and a null both read as nil`() throws {
    let row = OneRow<Int?>(.optional(.integer))
    #expect(try row.spec.content(from: []).value == nil)
    #expect(try row.read(.null) == nil)
  }

  @Test func `an optional row of the wrong type is an error and not nil`() {
    let row = OneRow<Int?>(.optional(.integer))
    #expect(row.problems(.string("x")) == ["value: expected Int, found \"x\""])
    #expect(row.problems(.text("")) == ["value: expected Int, found \"\""])
  }

  @Test func `an empty string is not nil`() throws {
    let row = OneRow<String?>(.optional(.string))
    #expect(try row.roundTrip("") == "")
    #expect(try row.read(.text("")) == "")
    #expect(try row.roundTrip(nil) == nil)
  }

  @Test func `missing elements keep their places`() throws {
    let row = OneRow<[Int?]>(.array(.optional(.integer)))
    #expect(try row.roundTrip([nil, 1, nil]) == [nil, 1, nil])
    #expect(row.rows([nil, 1]).bundleDescription == "{value: [nil, 1]}")
  }

  @Test func `an optional array tells nil from empty`() throws {
    let row = OneRow<[Int]?>(.optional(.array(.integer)))
    #expect(try row.roundTrip([]) == [])
    #expect(try row.roundTrip(nil) == nil)
  }

  @Test func `an optional unit tells nil from there`() throws {
    let row = OneRow<Void?>(.optional(.unit))
    #expect(try row.roundTrip(()) != nil)
    #expect(try row.roundTrip(nil) == nil)
  }

  @Test func `an optional of an optional keeps all three cases apart`() throws {
    let row = OneRow<Int??>(.optional(.optional(.integer)))
    #expect(try row.roundTrip(.some(.some(1))) == .some(.some(1)))
    #expect(try row.roundTrip(.none) == .none)
    let inner: Int?? = .some(.none)
    #expect(try row.roundTrip(inner) == inner)
  }

  // MARK: Nested bundles

  @Test func `a nested bundle comes back and prints in braces`() throws {
    let row = OneRow<Profile>(.bundle(Profile.bundleSpec))
    let profile = Profile(userID: "7", age: nil, tags: ["a"])
    #expect(try row.roundTrip(profile) == profile)
    #expect(
      row.rows(profile).bundleDescription == #"{value: {userID: "7", age: nil, tags: ["a"]}}"#
    )
  }

  @Test func `problems of nested bundles name the whole path`() {
    let row = OneRow<[Profile]>(.array(.bundle(Profile.bundleSpec)))
    let bad = NavigationBundleRow(key: "tags", value: .array([.string("a"), .integer(1)]))
    #expect(
      row.problems(.array([.bundle([bad]), .null])) == [
        "value[0].userID: expected String, found nothing",
        "value[0].tags[1]: expected String, found 1", "value[1]: expected Profile, found nil",
      ]
    )
  }

  @Test func `an optional nested bundle comes back`() throws {
    let row = OneRow<Profile?>(.optional(.bundle(Profile.bundleSpec)))
    let profile = Profile(userID: "", age: 1)
    #expect(try row.roundTrip(profile) == profile)
    #expect(try row.roundTrip(nil) == nil)
  }

  @Test func `a bundle of a hundred levels comes back`() throws {
    var type = NavigationBundleSpecType<Nest>.bundle(Nest.spec(.optional(.codable())))
    for _ in 0..<100 {
      type = .bundle(Nest.spec(.optional(type)))
    }
    var nest = Nest(inner: [])
    for _ in 0..<100 {
      nest = Nest(inner: [nest])
    }
    #expect(try OneRow(type).roundTrip(nest) == nest)
  }

  // MARK: Codable

  @Test func `a codable value comes back and prints as JSON`() throws {
    let row = OneRow<Profile>(.codable())
    let profile = Profile(userID: "Å\n", age: 3, tags: ["x"])
    #expect(try row.roundTrip(profile) == profile)
    #expect(
      row.rows(profile).bundleDescription == #"{value: {"age":3,"tags":["x"],"userID":"Å\n"}}"#
    )
    #expect(try row.read(.text(#"{"userID":"7","tags":[]}"#)) == Profile(userID: "7"))
  }

  @Test func `a codable fragment comes back`() throws {
    #expect(try OneRow<Int>(.codable()).roundTrip(42) == 42)
    #expect(try OneRow<Int?>(.codable()).roundTrip(nil) == nil)
    #expect(try OneRow<String>(.codable()).roundTrip("") == "")
  }

  @Test func `what cannot be encoded shows as invalid and cannot be read`() {
    let row = OneRow<[Double]>(.codable())
    #expect(
      row.rows([.nan]).bundleDescription
        == "{value: <invalid: Array<Double> cannot be written as JSON>}"
    )
    #expect(
      row.problems(of: row.rows([.nan])) == [
        "value: expected Array<Double> as JSON, "
          + "found <invalid: Array<Double> cannot be written as JSON>"
      ]
    )
  }

  @Test(arguments: ["invalid json", "", "{}", #"{"userID":7,"tags":[]}"#])
  func `JSON that does not fit is an error that shows it`(_ json: String) {
    #expect(
      OneRow<Profile>(.codable()).problems(.serialized(json)) == [
        "value: expected Profile as JSON, found \(json)"
      ]
    )
  }

  @Test func `a bundle is no codable value`() {
    #expect(
      OneRow<Profile>(.codable()).problems(.bundle([])) == [
        "value: expected Profile as JSON, found {}"
      ]
    )
  }

  @Test func `an optional codable value may be missing`() throws {
    let row = OneRow<Profile?>(.optional(.codable()))
    #expect(try row.spec.content(from: []).value == nil)
    #expect(try row.roundTrip(Profile(userID: "7")) == Profile(userID: "7"))
  }
}

/// A content that holds at most one of its own kind.
private struct Nest: Codable, Hashable {
  var inner: [Nest]

  var first: Nest? { inner.first }

  static func spec(_ type: NavigationBundleSpecType<Nest?>) -> NavigationBundleSpec<Nest> {
    NavigationBundleSpec(
      { Nest(inner: $0.map { [$0] } ?? []) },
      NavigationBundleSpecRow("inner", \Nest.first, type)
    )
  }
}
