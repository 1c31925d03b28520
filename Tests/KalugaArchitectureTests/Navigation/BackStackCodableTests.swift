import Foundation
import KalugaArchitecture
import Testing

/// A stack as data, and data that is no stack.
struct BackStackCodableTests {
  private func stack() throws -> BackStack<Place> {
    try BackStack(root: .home, [.a]).applying(.present(.sheet)).applying(.tabs([.b, .c]))
      .applying(.selectTab(1))
  }

  @Test func `a stack comes back as it was, with the identities of its entries`() throws {
    let stack = try stack()
    let data = try JSONEncoder().encode(stack)
    let restored = try JSONDecoder().decode(BackStack<Place>.self, from: data)
    #expect(restored == stack)
    // New entries get identities that were never used.
    let pushed = try restored.applying(.push(.home)).top.id
    #expect(!stack.entries.map(\.id).contains(pushed))
  }

  @Test(arguments: [
    (#"{"levels":[],"lastID":1}"#, "at least one layer"),
    (#"{"levels":[{"tabs":[],"selected":0}],"lastID":1}"#, "tab 0 is selected of 0"),
    (#"{"levels":[{"tabs":[[]],"selected":0}],"lastID":1}"#, "without a screen"),
    (#"{"levels":[{"tabs":[[ENTRY(1)]],"selected":-1}],"lastID":1}"#, "tab -1 is selected of 1"),
    (#"{"levels":[{"tabs":[[ENTRY(1),ENTRY(1)]],"selected":0}],"lastID":1}"#, "same identity"),
    (#"{"levels":[{"tabs":[[ENTRY(2)]],"selected":0}],"lastID":1}"#, "never given"),
    (#"{"levels":[{"tabs":[[ENTRY(0)]],"selected":0}],"lastID":1}"#, "never given"),
    (
      #"{"levels":[{"tabs":[[ENTRY(1)]],"selected":0}],"lastID":9223372036854775807}"#,
      "more screens"
    ),
  ])
  func `what no operation could have made is refused`(json: String, reason: String) throws {
    var json = json
    for id in 0...2 {
      json.replace("ENTRY(\(id))", with: #"{"id":\#(id),"destination":{"home":{}}}"#)
    }
    do {
      let stack = try JSONDecoder().decode(BackStack<Place>.self, from: Data(json.utf8))
      Issue.record("accepted: \(stack)")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(reason))
    }
  }
}
