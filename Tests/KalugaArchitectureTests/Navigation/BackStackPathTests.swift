import Foundation
import KalugaArchitectureTestUtils
import Testing

@testable import KalugaArchitecture

/// The path of a stack against a plain array, by random operations.
struct BackStackPathTests {
  private enum Screen: Codable, Hashable {
    case page(Int)
  }

  private typealias Stack = BackStack<Screen>

  @Test(arguments: 0..<20)
  func `a path holds what a plain array holds`(seed: Int) {
    var random = SeededRandom(seed: seed)
    var path = Stack.Path([])
    var model: [Stack.Entry] = []
    for id in 0..<1_000 {
      if model.isEmpty || Int.random(in: 0..<10, using: &random) < 7 {
        let entry = Stack.Entry(id: id, destination: .page(id))
        path.append(entry)
        model.append(entry)
      } else {
        // Mostly one, and now and then more than a block.
        let most = Int.random(in: 0..<10, using: &random) == 0 ? model.count : min(model.count, 2)
        let number = Int.random(in: 0...most, using: &random)
        path.removeLast(number)
        model.removeLast(number)
      }
      #expect(path.count == model.count)
      #expect(Array(path) == model)
      if let last = model.last { #expect(path.top == last) }
      let from = Int.random(in: 0...model.count, using: &random)
      #expect(path.entries(from: from) == Array(model[from...]))
      // However it came about.
      #expect(path == Stack.Path(model))
      #expect(path.hashValue == Stack.Path(model).hashValue)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 128, 129, 1_000])
  func `paths of the same length that differ anywhere are not equal`(count: Int) {
    let entries = (0..<count).map { Stack.Entry(id: $0, destination: .page($0)) }
    for place in Set([0, count / 2, count - 1]) {
      var others = entries
      others[place] = Stack.Entry(id: -1, destination: .page(0))
      #expect(Stack.Path(entries) != Stack.Path(others))
    }
  }

  @Test func `a change of one copy leaves the other`() {
    let old = Stack.Path((0..<130).map { Stack.Entry(id: $0, destination: .page($0)) })
    var new = old
    new.removeLast(100)
    new.append(Stack.Entry(id: 200, destination: .page(200)))
    #expect(old.map(\.id) == Array(0..<130))
    #expect(new.map(\.id) == Array(0..<30) + [200])
  }

  @Test func `a deep stack is written and read as lists of entries`() throws {
    let stack = Stack(root: .page(0), (1..<200).map { .page($0) })
    let data = try JSONEncoder().encode(stack)
    let written = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let levels = try #require(written["levels"] as? [[String: Any]])
    let tabs = try #require(levels.first?["tabs"] as? [[[String: Any]]])
    #expect(tabs.map(\.count) == [200])
    #expect(try JSONDecoder().decode(Stack.self, from: data) == stack)
  }
}
