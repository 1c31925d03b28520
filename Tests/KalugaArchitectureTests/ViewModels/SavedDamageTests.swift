import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Data that `save()` did not write leads to a typed error or to the same state, never to another
/// state.
@MainActor
struct SavedStateDamageTests {
  private struct Profile: Codable, Equatable {
    var user = "ada-lovelace"
    var visits = 12345
    var isAdmin = false
    var score = 1.5
    var tags: [String] = ["x", "yé"]
    var nickname: String?
  }

  private indirect enum Chain: Codable, Equatable, Sendable {
    case end
    case link(Chain)
  }

  enum Damage: CaseIterable {
    case flippedBit, replacedByte, removedByte, doubledByte, swappedBytes

    /// All damaged variants for one place.
    func applied(to data: Data, at index: Data.Index) -> [Data] {
      func changed(_ change: (inout Data) -> Void) -> Data {
        var copy = data
        change(&copy)
        return copy
      }
      return switch self {
      case .flippedBit: (0..<8).map { bit in changed { $0[index] ^= 1 << UInt8(bit) } }
      case .replacedByte:
        ("\0\u{7F} \"\\09-{},".utf8 + [0xFF]).map { byte in changed { $0[index] = byte } }
      case .removedByte: [changed { $0.remove(at: index) }]
      case .doubledByte: [changed { $0.insert($0[index], at: index) }]
      case .swappedBytes:
        index + 1 < data.endIndex ? [changed { $0.swapAt(index, index + 1) }] : []
      }
    }
  }

  private let profile = Profile()

  private func restore(_ data: Data) -> SavedState<Profile> {
    let fresh = Profile(user: "fresh")
    let saved = SavedState(fresh: fresh, restoring: data) { version, _ in
      Issue.record("damage was taken for version \(version)")
      return fresh
    }
    if saved.restoreError != nil { #expect(saved.state.current == fresh) }
    return saved
  }

  private func isErrorOrEqual(_ data: Data) -> Bool {
    let saved = restore(data)
    return saved.restoreError != nil || saved.state.current == profile
  }

  private func expectDamaged(_ data: Data, _ comment: Comment) {
    let error = restore(data).restoreError
    guard case .damaged = error else {
      Issue.record("\(comment): \(String(describing: error))")
      return
    }
  }

  @Test(arguments: Damage.allCases)
  func `damage at any place leads to an error or an equal state`(damage: Damage) throws {
    let data = try SavedState(fresh: profile).save()
    for index in data.indices {
      for damaged in damage.applied(to: data, at: index) where !isErrorOrEqual(damaged) {
        Issue.record("byte \(index): \(String(decoding: damaged, as: UTF8.self))")
      }
    }
  }

  @Test func `random damage leads to an error or an equal state, and random data to an error`()
    throws
  {
    var random = SeededRandom(seed: 5)
    let data = try SavedState(fresh: profile).save()
    for _ in 0..<500 {
      var damaged = data
      for _ in 0...random.below(4) {
        damaged[random.below(damaged.count)] = UInt8(random.below(256))
      }
      if !isErrorOrEqual(damaged) { Issue.record("\(String(decoding: damaged, as: UTF8.self))") }
      expectDamaged(Data((0..<random.below(40)).map { _ in UInt8(random.below(256)) }), "noise")
    }
  }

  @Test func `data that is cut off anywhere counts as damaged`() throws {
    let data = try SavedState(fresh: profile).save()
    for count in 0..<data.count { expectDamaged(data.prefix(count), "\(count) bytes") }
  }

  @Test func `a slice of a larger buffer is restored like separate data`() throws {
    let data = try SavedState(fresh: profile).save()
    let buffer = Data([1, 2, 3]) + data + Data([4])
    let saved = restore(buffer[3..<(3 + data.count)])
    #expect(saved.state.current == profile)
    #expect(saved.restoreError == nil)
  }

  @Test(
    arguments: [
      "", " ", "null", "1", "[]", "{}", "\"\"", "{\"version\":1}", "{\"state\":\"1\"}",
      "{\"version\":1,\"state\":null}", "{\"version\":\"1\",\"state\":\"{}\"}",
      "{\"version\":1.5,\"state\":\"{}\"}", "{\"version\":1e99,\"state\":\"{}\"}",
      "{\"version\":1,\"state\":\"\"}", "{\"version\":1,\"state\":{}}",
      "{\"version\":1,\"state\":\"{",
      "\u{FEFF}{}", "\u{0}", "[[[[",
    ]
  )
  func `foreign data counts as damaged`(text: String) {
    expectDamaged(Data(text.utf8), "\(text)")
  }

  @Test(arguments: ["[", "{\"a\":", "{\"state\":"])
  func `endlessly nested data counts as damaged and does not crash`(opening: String) {
    expectDamaged(Data(String(repeating: opening, count: 100_000).utf8), "nested")
  }

  @Test func `state that is nested too deep is refused when it is saved, not when it is restored`()
    throws
  {
    func saved(depth: Int) -> Result<Data, SavedStateError> {
      let chain = (0..<depth).reduce(Chain.end) { chain, _ in .link(chain) }
      return Result { () throws(SavedStateError) in try SavedState(fresh: chain).save() }
    }
    // The greatest depth that is saved, and the next one.
    var (deepest, refused) = (1, 600)
    while refused - deepest > 1 {
      let middle = (deepest + refused) / 2
      if case .success = saved(depth: middle) { deepest = middle } else { refused = middle }
    }
    let again = SavedState(fresh: Chain.end, restoring: try saved(depth: deepest).get())
    #expect(again.restoreError == nil)
    guard case .failure(.notWritable) = saved(depth: refused) else {
      Issue.record("\(saved(depth: refused))")
      return
    }
  }

  @Test func `state of another type counts as damaged, and the place is named`() throws {
    let error = restore(try SavedState(fresh: ["user": "ada"]).save()).restoreError
    #expect([.damaged("visits is missing"), .damaged("isAdmin is missing")].contains(error))
  }

  @Test func `errors never show the data`() throws {
    struct Secret: Codable, Equatable {
      var entries: [String: Double]
    }
    let saved = SavedState(fresh: Secret(entries: ["secret-key": .nan]))
    let notWritable = #expect(throws: SavedStateError.self) { try saved.save() }
    #expect(!String(reflecting: notWritable).contains("secret-key"))
    let data = try SavedState(fresh: ["entries": ["secret-key": "secret-value"]]).save()
    let damaged = SavedState(fresh: Secret(entries: [:]), restoring: data).restoreError
    #expect(damaged != nil)
    #expect(!String(reflecting: damaged).contains("secret"))
  }
}
