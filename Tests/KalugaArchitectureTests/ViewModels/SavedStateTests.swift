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

  private func isRestored<State: Codable & Equatable & Sendable>(
    _ state: State,
    fresh: State
  ) throws -> Bool {
    let again = SavedState(fresh: fresh, restoring: try SavedState(fresh: state).save())
    return again.restoreError == nil && again.state.current == state
  }

  // MARK: Saving and restoring

  @Test func `saved state is restored, plain values included`() throws {
    let form = Form(
      name: "Ada \"\\ \u{0} \u{7F} \u{2028} 👩‍👩‍👧 e\u{301}",
      age: .min,
      tags: ["", "\n", "{}"],
      ratings: ["pi": .pi, "tiny": .leastNonzeroMagnitude, "huge": .greatestFiniteMagnitude],
      choice: .both(.some(.max), .both(.none, .some(-1)))
    )
    let restored = try [
      isRestored(form, fresh: Form()), isRestored(42, fresh: 0), isRestored("text", fresh: ""),
      isRestored(Int?.none, fresh: 1), isRestored([Int](), fresh: [1]),
      isRestored(UInt64.max, fresh: 0), isRestored(true, fresh: false),
      isRestored(0.1 + 0.2, fresh: 0),
    ]
    #expect(restored == Array(repeating: true, count: 8))
  }

  @Test func `each save writes the newest state`() throws {
    let saved = SavedState(fresh: 0)
    let first = try saved.save()
    #expect(try saved.save() == first)
    saved.state.current = 1
    let second = try saved.save()
    let restored = [first, second].map { SavedState(fresh: 9, restoring: $0).state.current }
    #expect(restored == [0, 1])
  }

  @Test func `the same state is saved as the same data`() throws {
    let ratings = Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)", Double($0)) })
    let data = try SavedState(fresh: Form(ratings: ratings)).save()
    for _ in 0..<5 {
      let shuffled = Dictionary(uniqueKeysWithValues: ratings.shuffled())
      #expect(try SavedState(fresh: Form(ratings: shuffled)).save() == data)
    }
  }

  @Test func `a view model that is made again from its saved state continues`() throws {
    let first = FormViewModel()
    #expect(first.saved.state.current == Form(name: "fresh"))
    #expect(first.saved.restoreError == nil)
    first.saved.state.current = Form(name: "", tags: ["a"])
    let second = FormViewModel(restoring: try first.saved.save())
    #expect(second.saved.state.current == Form(name: "", tags: ["a"]))
    var seen: [Bool] = []
    let observation = second.isValid.observe { seen.append($0) }
    second.saved.state.current.name = "Ada"
    observation.dispose()
    #expect(seen == [false, true])
  }

  // MARK: Versions

  @Test func `another version is refused with both versions`() throws {
    let data = try SavedState(fresh: 1, version: 3).save()
    let saved = SavedState(fresh: 0, version: 4, restoring: data)
    #expect(saved.state.current == 0)
    #expect(saved.restoreError == .wrongVersion(expected: 4, found: 3))
    #expect(
      saved.restoreError?.description
        == "saved state has version 3, expected 4"
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
    #expect(saved.restoreError == nil)
    let again = SavedState(fresh: "", version: 2, restoring: try saved.save())
    #expect([saved, again].map(\.state.current) == ["Ada Lovelace", "Ada Lovelace"])
  }

  @Test func `a migration that fails leaves the fresh state and says so`() throws {
    let data = try SavedState(fresh: 1, version: 1).save()
    let saved = SavedState(fresh: 0, version: 2, restoring: data) { _, _ in throw SourceError() }
    #expect(saved.state.current == 0)
    #expect(saved.restoreError == .damaged("the migration from version 1 failed"))
  }

  @Test func `data of the current version, which is 1 by default, needs no migration`() throws {
    let data = try SavedState(fresh: 1).save()
    let states = [data, nil].map { data in
      SavedState(fresh: 0, version: 1, restoring: data) { _, _ in 9 }.state.current
    }
    #expect(states == [1, 0])
  }

  // MARK: State that cannot be saved

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `a number that is not finite cannot be saved`(number: Double) throws {
    let saved = SavedState(fresh: [["number": 1.0], ["number": number]])
    let error = #expect(throws: SavedStateError.self) { try saved.save() }
    guard case .notWritable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    saved.state.current = [["number": 1.0]]
    _ = try saved.save()
  }

  @Test func `state that fails to encode itself cannot be saved, whatever it throws`() {
    struct Stubborn: Codable, Equatable {
      init() {}

      init(from decoder: any Decoder) throws { throw SourceError() }

      func encode(to encoder: any Encoder) throws { throw SourceError() }
    }
    let saved = SavedState(fresh: Stubborn())
    #expect(throws: SavedStateError.notWritable("its own encoding failed")) { try saved.save() }
  }
}
