import KalugaArchitecture
import Testing

struct NavigationBundleSpecTests {
  private func failure(
    _ rows: [NavigationBundleRow]
  ) -> NavigationBundleError? {
    do throws(NavigationBundleError) {
      _ = try Profile.bundleSpec.content(from: rows)
      return nil
    } catch {
      return error
    }
  }

  private func row(_ key: String, _ value: NavigationBundleValue) -> NavigationBundleRow {
    NavigationBundleRow(key: key, value: value)
  }

  @Test func `one error lists every problem in the order of the spec`() throws {
    let error = try #require(
      failure([row("tags", .array([.null, .string("a"), .unit])), row("age", .string("old"))])
    )
    #expect(error.problems.map(\.path) == ["userID", "age", "tags[0]", "tags[2]"])
    #expect(error.problems.map(\.expected) == ["String", "Int", "String", "String"])
    #expect(error.problems.map(\.found) == ["nothing", "\"old\"", "nil", "()"])
  }

  @Test func `the error prints its problems in one line`() throws {
    let error = try #require(failure([row("age", .string("a\nb")), row("tags", .null)]))
    #expect(
      "\(error)" == #"userID: expected String, found nothing; age: expected Int, found "a\nb"; "#
        + "tags: expected [String], found nil"
    )
  }

  @Test func `keys that the spec does not name are ignored`() throws {
    let profile = Profile(userID: "7", age: 1)
    let rows = [row("x", .invalid("x"))] + profile.rows + [row("y", .null), row("x", .unit)]
    #expect(try Profile.bundleSpec.content(from: rows) == profile)
  }

  @Test func `keys differ by case`() {
    #expect(failure([row("userid", .string("7")), row("tags", .array([]))])?.problems.count == 1)
  }

  @Test func `a spec without rows reads anything`() throws {
    let spec = NavigationBundleSpec<Int>({ 42 })
    #expect(try spec.content(from: []) == 42)
    #expect(try spec.content(from: [row("x", .null)]) == 42)
    #expect(spec.bundle(1).rows.isEmpty)
    #expect("\(spec.bundle(1))" == "{}")
  }

  @Test func `text of unknown type is read by the row it belongs to`() throws {
    let rows = [
      row("userID", .text("7")), row("age", .text("42")), row("tags", .array([.text("a")])),
    ]
    #expect(
      try Profile.bundleSpec.content(from: rows) == Profile(userID: "7", age: 42, tags: ["a"])
    )
  }

  @Test func `two rows with one key stop the program`() async {
    await #expect(processExitsWith: .failure) {
      let row = NavigationBundleSpecRow("value", \Box<Int>.value, .integer)
      let other = NavigationBundleSpecRow("value", \Box<Int>.value, .integer)
      _ = NavigationBundleSpec({ (first: Int, _: Int) in Box(value: first) }, row, other)
    }
  }

  @Test func `a bundle is made from a content and keeps it`() {
    let bundle = Profile.bundleSpec.bundle(Profile(userID: "7"))
    #expect(bundle.userID == "7")
    #expect(bundle.get(Profile.Rows.age) == nil)
    #expect(bundle.rows == Profile(userID: "7").rows)
  }

  @Test func `a row counts as missing by its key and not by its value`() throws {
    let spec = OneRow<String>(.string).spec
    #expect(throws: NavigationBundleError.self) { try spec.content(from: []) }
    #expect(try spec.content(from: [row("value", .text(""))]).value == "")
  }
}
