import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Data that is not what `save()` wrote: a typed error or the same state, never another state.
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

  private let profile = Profile()

  private func outcome(of data: Data) -> (Profile, SavedStateError?) {
    let fresh = Profile(user: "fresh")
    let saved = SavedState(fresh: fresh, restoring: data)
    if saved.restoreError != nil { #expect(saved.state.current == fresh) }
    return (saved.state.current, saved.restoreError)
  }

  private func expectErrorOrEqual(_ data: Data, _ change: @autoclosure () -> String) {
    let (state, error) = outcome(of: data)
    if error == nil {
      #expect(state == profile, "\(change()) made \(state)")
    }
  }

  @Test func `every flipped bit leads to an error or an equal state`() throws {
    let data = try SavedState(fresh: profile).save()
    for index in data.indices {
      for bit in 0..<8 {
        var damaged = data
        damaged[index] ^= 1 << UInt8(bit)
        expectErrorOrEqual(damaged, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func `every replaced byte leads to an error or an equal state`() throws {
    let data = try SavedState(fresh: profile).save()
    for index in data.indices {
      for byte: UInt8 in [0, 0xFF, 0x20, 0x22, 0x5C, 0x30, 0x39, 0x2D, 0x7B, 0x7D, 0x2C] {
        var damaged = data
        damaged[index] = byte
        expectErrorOrEqual(damaged, "byte \(index) as \(byte)")
      }
    }
  }

  @Test func `every removed byte leads to an error or an equal state`() throws {
    let data = try SavedState(fresh: profile).save()
    for index in data.indices {
      var damaged = data
      damaged.remove(at: index)
      expectErrorOrEqual(damaged, "without byte \(index)")
    }
  }

  @Test func `every doubled byte leads to an error or an equal state`() throws {
    let data = try SavedState(fresh: profile).save()
    for index in data.indices {
      var damaged = data
      damaged.insert(data[index], at: index)
      expectErrorOrEqual(damaged, "byte \(index) twice")
    }
  }

  @Test func `every two neighbours that changed places lead to an error or an equal state`() throws
  {
    let data = try SavedState(fresh: profile).save()
    for index in data.indices.dropLast() {
      var damaged = data
      damaged.swapAt(index, index + 1)
      expectErrorOrEqual(damaged, "bytes \(index) and \(index + 1)")
    }
  }

  @Test func `data that was cut off anywhere is damaged`() throws {
    let data = try SavedState(fresh: profile).save()
    for count in 0..<data.count {
      let (_, error) = outcome(of: data.prefix(count))
      guard case .damaged = error else {
        Issue.record("\(count) bytes: \(String(describing: error))")
        continue
      }
    }
  }

  @Test func `a part of a larger buffer is restored like data of its own`() throws {
    let data = try SavedState(fresh: profile).save()
    let buffer = Data([1, 2, 3]) + data + Data([4])
    let (state, error) = outcome(of: buffer[3..<(3 + data.count)])
    #expect(state == profile)
    #expect(error == nil)
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
  func `foreign data is damaged`(text: String) {
    let (_, error) = outcome(of: Data(text.utf8))
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `data nested without end is damaged and nothing crashes`() {
    for opening in ["[", "{\"a\":", "{\"state\":"] {
      let (_, error) = outcome(of: Data(String(repeating: opening, count: 100_000).utf8))
      guard case .damaged = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `state that is nested too deep is refused when it is saved, not when it is restored`()
    throws
  {
    var chain = Chain.end
    for _ in 0..<600 {
      chain = .link(chain)
      let saved = SavedState(fresh: chain)
      do {
        let again = SavedState(fresh: Chain.end, restoring: try saved.save())
        #expect(again.restoreError == nil)
      } catch {
        guard case .notWritable = error else { throw error }
        return
      }
    }
  }

  @Test func `random data is damaged and nothing crashes`() throws {
    var random = SeededRandom(seed: 5)
    let data = try SavedState(fresh: profile).save()
    for _ in 0..<3000 {
      var damaged = data
      for _ in 0..<(1 + random.below(4)) {
        damaged[random.below(damaged.count)] = UInt8(random.below(256))
      }
      expectErrorOrEqual(damaged, "random bytes")
      let noise = Data((0..<random.below(40)).map { _ in UInt8(random.below(256)) })
      #expect(outcome(of: noise).1 != nil)
    }
  }

  @Test func `a damaged version is not taken for another one that is migrated`() throws {
    let data = try SavedState(fresh: profile).save()
    for index in data.indices {
      for bit in 0..<8 {
        var damaged = data
        damaged[index] ^= 1 << UInt8(bit)
        let saved = SavedState(fresh: Profile(user: "fresh"), restoring: damaged) { _, _ in
          Issue.record("bit \(bit) of byte \(index) led to a migration")
          return Profile()
        }
        #expect(saved.restoreError != nil || saved.state.current == profile)
      }
    }
  }

  @Test func `state of another type is damaged and the place is named`() throws {
    let data = try SavedState(fresh: ["user": "ada"]).save()
    let (_, error) = outcome(of: data)
    #expect(error == .damaged("visits is missing") || error == .damaged("isAdmin is missing"))
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
