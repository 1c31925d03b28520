import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Families that are nested deeply, or have many members.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LargeFamilyTests {
  private let story = Log<String>()

  @Test(arguments: 1...5)
  func `children that leave and come back in any order keep the order of addition`(seed: Int) {
    var random = SeededRandom(seed: seed)
    let parent = NarratingViewModel("parent", story)
    let all = (0..<100).map { NarratingViewModel("\($0)", story) }
    var children: [NarratingViewModel] = []
    for _ in 0..<1_000 {
      let child = all[random.below(all.count)]
      if let index = children.firstIndex(where: { $0 === child }) {
        children.remove(at: index)
        parent.removeChild(child)
      } else {
        children.append(child)
        parent.addChild(child)
      }
    }
    parent.didResume()
    #expect(story.all == ["+parent"] + children.map { "+\($0.name)" })
    for child in children.prefix(40) { child.clear() }
    let before = story.count
    parent.clear()
    let left = children.dropFirst(40).reversed().map(\.name)
    #expect(
      Array(story.all.dropFirst(before))
        == left.map { "-\($0)" } + ["-parent"] + left.map { "×\($0)" } + ["×parent"]
    )
  }
}
