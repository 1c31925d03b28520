import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Damaged data leads to the fresh or to the saved value, never to another value.
extension ArchitectureDiagnosticsTests {
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

  /// A view model whose state is only one value.
  private final class Damaged<Value: Codable & Equatable & Sendable>: BaseLifecycleViewModel {
    @Saved var value: Value

    init(_ value: Value) {
      _value = Saved(wrappedValue: value, "value")
      super.init()
    }
  }

  private var profile: Profile { Profile() }

  private func savedProfile() throws -> Data { try #require(Damaged(profile).savedState()) }

  /// Restores data, and returns whether the value is the saved or the fresh one.
  private func isProfileOrFresh(_ data: Data) -> Bool {
    let fresh = Profile(user: "fresh")
    let value = BaseLifecycleViewModel.restoring(data) { Damaged(fresh) }.value
    return value == fresh || value == profile
  }

  /// Runs a test that causes many diagnostics, and returns how many.
  @discardableResult
  private func quietly(_ body: @MainActor () throws -> Void) async -> Int {
    await Self.diagnostics(about: "Damaged") {
      #expect(throws: Never.self) { try body() }
    }.count
  }

  @Test(arguments: Damage.allCases)
  func `damage at any place leads to the fresh or the saved value`(damage: Damage) async throws {
    let data = try savedProfile()
    await quietly {
      for index in data.indices {
        for damaged in damage.applied(to: data, at: index) where !isProfileOrFresh(damaged) {
          Issue.record("byte \(index): \(String(decoding: damaged, as: UTF8.self))")
        }
      }
    }
  }

  @Test func `data that is cut off anywhere is reported`() async throws {
    let data = try savedProfile()
    let reports = await quietly {
      for count in 0..<data.count { #expect(isProfileOrFresh(data.prefix(count))) }
    }
    #expect(reports == data.count)
  }

  @Test(arguments: ["[", "{\"a\":", "{\"state\":"])
  func `endlessly nested data is reported and does not crash`(opening: String) async {
    let reports = await quietly {
      #expect(isProfileOrFresh(Data(String(repeating: opening, count: 100_000).utf8)))
    }
    #expect(reports == 1)
  }

  @Test func `a value nested too deep is left out when it is saved, and not when it is restored`()
    async
  {
    func saved(depth: Int) -> Data? {
      let chain = (0..<depth).reduce(Chain.end) { chain, _ in .link(chain) }
      return Damaged(chain).savedState()
    }
    // The greatest depth that is saved, and the next one.
    var (deepest, leftOut) = (1, 600)
    await quietly {
      while leftOut - deepest > 1 {
        let middle = (deepest + leftOut) / 2
        if saved(depth: middle) != nil { deepest = middle } else { leftOut = middle }
      }
    }
    let reports = await quietly {
      let data = saved(depth: deepest)
      #expect(BaseLifecycleViewModel.restoring(data) { Damaged(Chain.end) }.value != .end)
    }
    #expect(reports == 0)
    #expect(await quietly { _ = saved(depth: leftOut) } == 1)
  }
}
