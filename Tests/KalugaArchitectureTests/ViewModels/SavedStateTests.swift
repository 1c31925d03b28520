import KalugaArchitecture
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Saving and restoring.
@MainActor
struct SavedStateTests {
  private struct Form: Codable, Equatable, Sendable {
    var name = ""
    var age: Int?
    var tags: [String] = []
    var ratings: [String: Double] = [:]
    var choice = Choice.none
  }

  private enum Choice: Codable, Equatable, Sendable {
    case none
    case some(Int)
    indirect case both(Choice, Choice)
  }

  private final class FormViewModel: BaseLifecycleViewModel {
    let saved: SavedState<Form>
    lazy var isValid = saved.state.map { !$0.name.isEmpty }

    init(restoring data: Data? = nil) {
      saved = SavedState(fresh: Form(name: "fresh"), restoring: data)
      super.init()
    }
  }

  private func restored<State: Codable & Equatable & Sendable>(
    _ state: State,
    fresh: State
  ) throws -> State {
    let data = try SavedState(fresh: state).save()
    let again = SavedState(fresh: fresh, restoring: data)
    #expect(again.restoreError == nil)
    return again.state.current
  }

  @Test func `state is fresh where there is nothing to restore`() {
    let saved = SavedState(fresh: Form(name: "fresh"))
    #expect(saved.state.current == Form(name: "fresh"))
    #expect(saved.restoreError == nil)
  }

  @Test func `what was saved is restored`() throws {
    let form = Form(
      name: "Ada \"\\ \u{0} \u{7F} \u{2028} 👩‍👩‍👧 e\u{301}",
      age: .min,
      tags: ["", "\n", "{}"],
      ratings: ["pi": .pi, "tiny": .leastNonzeroMagnitude, "huge": .greatestFiniteMagnitude],
      choice: .both(.some(.max), .both(.none, .some(-1)))
    )
    try #expect(restored(form, fresh: Form()) == form)
  }

  @Test func `plain values are state too`() throws {
    try #expect(restored(42, fresh: 0) == 42)
    try #expect(restored("text", fresh: "") == "text")
    try #expect(restored(Int?.none, fresh: 1) == nil)
    try #expect(restored([Int](), fresh: [1]) == [])
    try #expect(restored(UInt64.max, fresh: 0) == .max)
    try #expect(restored(true, fresh: false) == true)
    try #expect(restored(0.1 + 0.2, fresh: 0) == 0.1 + 0.2)
  }

  @Test func `saving writes the newest state, as often as it is asked`() throws {
    let saved = SavedState(fresh: 0)
    let first = try saved.save()
    try #expect(saved.save() == first)
    saved.state.current = 1
    let second = try saved.save()
    #expect(SavedState(fresh: 9, restoring: first).state.current == 0)
    #expect(SavedState(fresh: 9, restoring: second).state.current == 1)
  }

  @Test func `the same state is saved as the same data`() throws {
    let ratings = Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)", Double($0)) })
    let data = try SavedState(fresh: Form(ratings: ratings)).save()
    for _ in 0..<5 {
      let shuffled = Dictionary(uniqueKeysWithValues: ratings.shuffled())
      try #expect(SavedState(fresh: Form(ratings: shuffled)).save() == data)
    }
  }

  @Test func `restored state can be followed and written`() throws {
    let data = try SavedState(fresh: 1).save()
    let saved = SavedState(fresh: 0, restoring: data)
    var seen: [Int] = []
    let observation = saved.state.observe { seen.append($0) }
    saved.state.current = 2
    observation.dispose()
    #expect(seen == [1, 2])
  }

  @Test func `a view model that is made again from its saved state goes on`() throws {
    let first = FormViewModel()
    first.saved.state.current.name = ""
    first.saved.state.current.tags = ["a"]
    #expect(!first.isValid.current)
    let data = try first.saved.save()
    first.clear()
    let second = FormViewModel(restoring: data)
    #expect(second.saved.state.current == Form(name: "", tags: ["a"]))
    #expect(second.saved.restoreError == nil)
    #expect(!second.isValid.current)
    second.saved.state.current.name = "Ada"
    #expect(second.isValid.current)
    second.clear()
  }

  @Test func `a view model made from damaged data begins fresh and says why`() {
    let model = FormViewModel(restoring: Data("damaged".utf8))
    #expect(model.saved.state.current == Form(name: "fresh"))
    #expect(model.saved.restoreError != nil)
    model.clear()
  }

  @Test func `another version is refused with both versions`() throws {
    let data = try SavedState(fresh: 1, version: 3).save()
    let saved = SavedState(fresh: 0, version: 4, restoring: data)
    #expect(saved.state.current == 0)
    #expect(saved.restoreError == .wrongVersion(expected: 4, found: 3))
    #expect(
      saved.restoreError?.description
        == "saved state has version 3, expected 4: give `migrate` to read it"
    )
  }

  @Test(arguments: [1, 3, -1, Int.max])
  func `a migration gets the version and the JSON of the old state`(version: Int) throws {
    struct Old: Codable, Equatable {
      var first: String
      var last: String
    }
    let data = try SavedState(fresh: Old(first: "Ada", last: "Lovelace"), version: version).save()
    let saved = SavedState(fresh: "", version: 2, restoring: data) { found, json in
      #expect(found == version)
      let old = try JSONDecoder().decode(Old.self, from: json)
      return "\(old.first) \(old.last)"
    }
    #expect(saved.state.current == "Ada Lovelace")
    #expect(saved.restoreError == nil)
    let again = SavedState(fresh: "", version: 2, restoring: try saved.save())
    #expect(again.state.current == "Ada Lovelace")
  }

  @Test func `a migration that fails leaves the fresh state and says so`() throws {
    struct Failure: Error {}
    let data = try SavedState(fresh: 1, version: 1).save()
    let saved = SavedState(fresh: 0, version: 2, restoring: data) { _, _ in throw Failure() }
    #expect(saved.state.current == 0)
    #expect(saved.restoreError == .damaged("the migration from version 1 failed"))
  }

  @Test func `a migration is not asked for data of the own version or for none`() throws {
    let data = try SavedState(fresh: 1, version: 2).save()
    let saved = SavedState(fresh: 0, version: 2, restoring: data) { _, _ in
      Issue.record("migrated")
      return 9
    }
    #expect(saved.state.current == 1)
    let fresh = SavedState(fresh: 0, version: 2) { _, _ in
      Issue.record("migrated")
      return 9
    }
    #expect(fresh.state.current == 0)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `a number that is not finite cannot be saved and the place is named`(number: Double) {
    let saved = SavedState(fresh: [["number": 1.0], ["number": number]])
    let error = #expect(throws: SavedStateError.self) { try saved.save() }
    guard case .notWritable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    saved.state.current = [["number": 1.0]]
    #expect(throws: Never.self) { try saved.save() }
  }

  @Test func `state that fails to encode itself cannot be saved, whatever it throws`() {
    struct Stubborn: Codable, Equatable {
      struct Failure: Error {}

      init() {}

      init(from decoder: any Decoder) throws { throw Failure() }

      func encode(to encoder: any Encoder) throws { throw Failure() }
    }
    let saved = SavedState(fresh: Stubborn())
    #expect(throws: SavedStateError.notWritable("its own encoding failed")) { try saved.save() }
  }

  @Test func `state without a version is that of version 1`() throws {
    let saved = SavedState(fresh: 0, version: 1, restoring: try SavedState(fresh: 1).save())
    #expect(saved.restoreError == nil)
    #expect(saved.state.current == 1)
  }
}
