import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Families that are nested deeply, or have many members.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LargeFamilyTests {
  private let story = Log<String>()

  /// Returns view models of which each is a child of the one before.
  private func nested(_ count: Int) -> [NarratingViewModel] {
    let family = (0..<count).map { NarratingViewModel("\($0)", story) }
    for (parent, child) in zip(family, family.dropFirst()) { parent.addChild(child) }
    return family
  }

  @Test func `10,000 view models nested in each other move in the order of a small family`() {
    let family = nested(10_000)
    let names = family.map(\.name)
    family[0].didResume()
    family[0].didPause()
    family[0].didResume()
    family[0].clear()
    let (resumed, paused, cleared) = (
      names.map { "+\($0)" }, names.reversed().map { "-\($0)" }, names.reversed().map { "×\($0)" }
    )
    #expect(story.all == resumed + paused + resumed + paused + cleared)
  }

  @Test func `10,000 view models nested in each other are released together`() {
    weak var last: NarratingViewModel?
    do {
      let family = nested(10_000)
      family[0].didResume()
      last = family[9_999]
    }
    #expect(last == nil)
  }

  @Test func `a call that the innermost of 10,000 makes on the outermost takes effect after it`() {
    let family = nested(10_000)
    family[9_999].whenResumed = { [unowned first = family[0]] _ in first.didPause() }
    family[0].didResume()
    #expect(story.count == 20_000)
    #expect(story.all.suffix(10_000).first == "-9999")
    #expect(story.all.last == "-0")
  }

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
