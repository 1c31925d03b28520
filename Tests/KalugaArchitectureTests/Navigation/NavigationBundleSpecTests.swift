import KalugaArchitecture
import Testing

struct NavigationBundleSpecTests {
  private let profile = Profile(userID: "7", age: 1, tags: ["a"])

  private func row(_ key: String, _ value: NavigationBundleValue) -> NavigationBundleRow {
    NavigationBundleRow(key: key, value: value)
  }

  // MARK: From a content

  @Test func `a bundle keeps its content, which is read without a cast and without try`() {
    let bundle = profile.bundle
    #expect(bundle.content == profile)
    #expect(bundle.userID == "7" && bundle.tags.count == 1)
    #expect(bundle.get(Profile.Rows.age) == 1)
    #expect(bundle.rows == profile.rows)
    #expect(bundle == profile.bundle)
    #expect(bundle != Profile(userID: "8", age: 1, tags: ["a"]).bundle)
  }

  @Test func `a bundle prints its rows in one line`() {
    let content = Everything(text: "a\nb", matrix: [[1, nil], []], profile: profile)
    #expect(
      "\(content.bundle)" == """
        {flag: false, small: 0, large: 0, widest: 0, single: 0.0, double: 0.0, character: 'a', \
        text: "a\\nb", date: 1970-01-01T00:00:00.000Z, maybe: nil, deep: nil, level: 1, tags: [], \
        matrix: [[1, nil], []], people: [], profile: {userID: "7", age: 1, tags: ["a"]}, \
        coded: {"tags":[],"userID":""}, secretToken: <private>}
        """
    )
  }

  // MARK: From rows

  @Test func `one error lists every problem in the order of the spec, in one line`() throws {
    let rows = [row("tags", .array([.null, .string("a"), .unit])), row("age", .string("o\nld"))]
    let error = try #require(throws: NavigationBundleError.self) {
      try Profile.bundleSpec.content(from: rows)
    }
    #expect(error.problems.map(\.path) == ["userID", "age", "tags[0]", "tags[2]"])
    #expect(error.problems.map(\.expected) == ["String", "Int", "String", "String"])
    #expect(error.problems.map(\.found) == ["nothing", #""o\nld""#, "nil", "()"])
    #expect(
      "\(error)" == #"userID: expected String, found nothing; age: expected Int, found "o\nld"; "#
        + "tags[0]: expected String, found nil; tags[2]: expected String, found ()"
    )
  }

  @Test func `neither the order of rows nor unknown keys matter, and keys differ by case`() throws {
    let rows = [row("x", .invalid("x")), row("userid", .unit)] + profile.rows.reversed()
    #expect(try Profile.bundleSpec.content(from: rows + [row("x", .unit)]) == profile)
  }
}
