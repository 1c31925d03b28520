import KalugaArchitectureTestUtils
import Testing

@testable import KalugaArchitecture

/// Random operations on stacks that take several blocks of a path, against ``NavigationModel``.
@Suite(.timeLimit(.minutes(5)))
struct BackStackDeepTests {
  private typealias Stack = BackStack<Place>
  private typealias Operation = NavigationModel.Operation

  /// Without a result: whether that can be given is not for the stack to say.
  private func operation(_ dice: inout SeededRandom) -> Operation {
    switch Operation.random(&dice) {
    case .pop: .pop(.nothing)
    case .dismiss: .dismiss(.nothing)
    case .close(let place, _): .close(place, .nothing)
    case let other: other
    }
  }

  /// What differs, found by going through all of both.
  private func difference(_ old: Stack, _ new: Stack) -> (removed: Set<Int>, added: Set<Int>) {
    let (old, new) = (Set(old.entries.map(\.id)), Set(new.entries.map(\.id)))
    return (old.subtracting(new), new.subtracting(old))
  }

  @Test(arguments: 0..<8)
  func `operations on deep stacks do what they do on arrays`(seed: Int) throws {
    var dice = SeededRandom(seed: seed)
    var stack = Stack(root: .home)
    var model = NavigationModel(.home)
    var deepest = 0
    for step in 0..<100 {
      // Again and again around the end of a block.
      let wanted = 64 * Int.random(in: 1...3, using: &dice) + Int.random(in: -2...2, using: &dice)
      let missing = max(0, wanted - stack.levels[stack.levels.count - 1].shown.count)
      let isTimeToGrow = step.isMultiple(of: 10)
      let operations: [Operation] =
        (isTimeToGrow
          ? (0..<missing).map { _ in .push([.a, .b].randomElement(using: &dice) ?? .a) } : [])
        + [step.isMultiple(of: 7) ? .popTo(.home, inclusive: false) : operation(&dice)]
      for operation in operations {
        let isPossible = model.apply(operation)
        let new = try? stack.applying(operation.spec(on: stack))
        #expect((new != nil) == isPossible, "\(operation) on \(stack)")
        guard let new else { continue }
        let expected = difference(stack, new)
        let found = stack.difference(to: new)
        #expect(Set(found.removed.map(\.id)) == expected.removed)
        #expect(Set(found.added.map(\.id)) == expected.added)
        #expect(
          found.removed.count + found.added.count == expected.removed.count + expected.added.count
        )
        stack = new
      }
      #expect(
        stack.levels.map { $0.tabs.map { $0.map(\.destination) } }
          == model.levels.map { $0.tabs.map { $0.map(\.place) } }
      )
      #expect(stack.levels.map(\.selected) == model.levels.map(\.selected))
      deepest = max(deepest, stack.entries.count)
    }
    #expect(deepest > 130)
  }
}
