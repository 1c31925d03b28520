import Foundation
import Testing

@testable import KalugaArchitectureTestUtils

/// Checks the pictures of an atlas.
struct AtlasTests {
  private static let shop = Atlas([
    .init(
      "list",
      moves: [.init("reload", to: [0]), .init("open", to: [1]), .init("search", to: [1, 0, 2])]
    ),
    .init("item", moves: [.init("back", to: [0]), .init("share", to: [3])]),
    .init("▸ item", moves: [.init("close", to: [0]), .init("back", to: [0])]),
    .init("▸ say \"hi\"; <now>: 50%", moves: []),
  ])

  private static let example = """
    stateDiagram-v2
      direction LR
      [*] --> at_list
      state "list" as at_list
      at_list : ↻ reload
      at_list : ↻ search
      at_list --> at_item : open, search
      at_list --> at_over_item : search
      state "item" as at_item
      at_item --> at_list : back
      at_item --> at_over_say_hi_now_50 : share
      state "▸ item" as at_over_item
      at_over_item --> at_list : close, back
      state "▸ say #34;hi#34;#59; #60;now#62;#58; 50#37;" as at_over_say_hi_now_50

    """

  /// Returns an atlas that depends only on a seed; some places may be unreachable.
  private static func random(_ seed: Int) -> Atlas {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 0...30, using: &random)
    return Atlas(
      (0..<count).map { place in
        let moves = (0..<Int.random(in: 0...4, using: &random)).map { _ in
          let targets = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Int.random(in: 0..<count, using: &random)
          }
          let name = String(repeating: "m次", count: Int.random(in: 0...9, using: &random))
          return Atlas.Move(name, to: targets)
        }
        return Atlas.Place("[\(place)]", moves: moves)
      }
    )
  }

  @Test func `an atlas is a state diagram in Mermaid`() {
    #expect(Self.shop.mermaid == Self.example)
    #expect(Atlas([]).mermaid == "stateDiagram-v2\n  direction LR\n")
  }

  @Test func `places with similar names have different identifiers in Mermaid`() {
    let atlas = Atlas([.init("[a]", moves: []), .init("{a}", moves: []), .init("[[\n", moves: [])])
    let lines = atlas.mermaid.split(separator: "\n").suffix(3)
    #expect(
      lines == [
        "  state \"[a]\" as at_a", "  state \"#123;a#125;\" as at_a_2",
        "  state \"[#91;#92;n\" as at_",
      ]
    )
  }

  @Test(arguments: 0..<30)
  func `in the picture no label touches another one or an arrow`(seed: Int) {
    let atlas = Self.random(seed)
    let layout = AtlasLayout(atlas)
    let labels = layout.boxes.flatMap { [$0.title] + $0.moves + $0.marks }.map(\.frame)
    for (index, label) in labels.enumerated() {
      #expect(!labels[..<index].contains { $0.overlaps(label) })
    }
    for (place, box) in layout.boxes.enumerated() {
      #expect(!layout.boxes[..<place].contains { $0.frame.overlaps(box.frame) })
      #expect(([box.title] + box.moves + box.marks).allSatisfy { box.frame.contains($0.frame) })
      #expect(layout.frame.contains(box.frame))
      for label in box.moves {
        let cells = label.text.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
        #expect(label.frame.x.count - 1 == 8 * cells)
      }
    }
    for segment in layout.arrows.flatMap(\.segments) {
      #expect(layout.frame.contains(segment))
      #expect(!layout.boxes.contains { $0.frame.overlaps(segment) })
    }
  }

  @Test(arguments: 0..<30)
  func `each move has an arrow from its row to each other place that it leads to`(seed: Int) {
    let atlas = Self.random(seed)
    let layout = AtlasLayout(atlas)
    var expected: Set<[Int]> = []
    for (place, value) in atlas.places.enumerated() {
      #expect(layout.boxes[place].marks.count == value.moves.count { $0.targets.contains(place) })
      for (move, value) in value.moves.enumerated() {
        expected.formUnion(value.targets.filter { $0 != place }.map { [place, move, $0] })
      }
    }
    #expect(Set(layout.arrows.map { [$0.place, $0.move, $0.target] }) == expected)
    #expect(layout.arrows.count == expected.count)
    for arrow in layout.arrows {
      let (start, end) = (arrow.points[0], arrow.points[arrow.points.count - 1])
      let (box, target) = (layout.boxes[arrow.place], layout.boxes[arrow.target])
      #expect(start.x == box.frame.x.upperBound)
      #expect(box.moves[arrow.move].frame.y.contains(start.y))
      #expect([target.frame.x.lowerBound, target.frame.x.upperBound].contains(end.x))
      #expect(target.title.frame.y.contains(end.y))
      #expect(arrow.segments.allSatisfy { $0.x.count == 1 || $0.y.count == 1 })
    }
  }

  @Test(arguments: 0..<30)
  func `in the picture arrows to different places only cross`(seed: Int) {
    let arrows = AtlasLayout(Self.random(seed)).arrows
    for (index, arrow) in arrows.enumerated() {
      let others = arrows[..<index].filter { $0.target != arrow.target }
      for segment in arrow.segments {
        #expect(!others.contains { $0.segments.contains { $0.runsAlong(segment) } })
      }
    }
  }

  @Test func `the picture is well-formed XML with the names in it`() throws {
    let hostile = "<&>\"' ]]> \u{0} \u{FFFE} \n 界"
    let texts = try texts(of: Atlas([.init(hostile, moves: [.init(hostile, to: [0])])]).svg)
    let shown = "&lt;&amp;&gt;\"' ]]&gt; \\u{0} \u{FFFD} \\n 界"
    #expect(texts.count { $0 == shown } == 2)
    #expect(try self.texts(of: Atlas([]).svg).contains("Screens and moves"))
    #expect(try self.texts(of: Self.random(5).svg).count > 100)
  }

  /// Returns the texts between the tags of a document in XML.
  private func texts(of document: String) throws -> [Substring] {
    var (rest, open, texts) = (document[...], [Substring](), [Substring]())
    let tag = #/<(/?)([a-z]+)(?: [A-Za-z]+="[^"<&]*")*(/?)>/#
    while let match = rest.firstMatch(of: tag) {
      texts.append(rest[..<match.range.lowerBound])
      rest = rest[match.range.upperBound...]
      if !match.1.isEmpty { try #require(open.popLast() == match.2) }
      if match.1.isEmpty && match.3.isEmpty { open.append(match.2) }
    }
    #expect(open.isEmpty && rest == "\n")
    #expect(!texts.contains { $0.replacing(#/&(amp|lt|gt);/#, with: "").contains(#/[<&]/#) })
    return texts
  }

  @Test func `equal atlases have equal pictures`() {
    #expect(Self.random(7).svg == Self.random(7).svg)
    #expect(Self.random(7).mermaid == Self.random(7).mermaid)
  }

  @Test func `a golden file shows which places can no longer be reached`() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "\(UUID()).mmd")
    let picture = file.deletingPathExtension().appendingPathExtension("svg")
    defer { for url in [file, picture] { try? FileManager.default.removeItem(at: url) } }
    let golden = GoldenFile(file.path, besideTest: #filePath)
    let recorded = golden.record(Self.shop.mermaid, picture: Self.shop.svg)
    #expect(recorded == "the golden file was recorded: now remove 'record: true'")
    #expect(try String(contentsOf: picture, encoding: .utf8) == Self.shop.svg)
    expectAtlas(Self.shop, goldenFile: file.path)
    try "<svg/>".write(to: picture, atomically: true, encoding: .utf8)
    let outdated = "is outdated: record it again with 'record: true'"
    #expect(golden.compare(Self.shop) == "the picture beside \(file.path) \(outdated)")

    let places = Self.shop.places
    let changed = Atlas([
      .init("list", moves: [.init("reload", to: [0]), .init("open", to: [1])]),
      .init("item", moves: [.init("back", to: [0]), .init("share", to: [2])]),
      places[3],
    ])
    let problem = """
      the atlas differs from \(file.path) (- expected, + found):
      No longer reachable: ▸ item
      line 6
      -   at_list : ↻ search
      -   at_list --> at_item : open, search
      -   at_list --> at_over_item : search
      +   at_list --> at_item : open
      line 12
      -   state "▸ item" as at_over_item
      -   at_over_item --> at_list : close, back
      Correct the code under test, or record the file again with 'record: true'
      """
    expectEqual(golden.compare(changed), problem)
  }
}

extension AtlasLayout.Arrow {
  fileprivate var segments: [AtlasLayout.Frame] {
    zip(points, points.dropFirst()).map { one, other in
      AtlasLayout.Frame(
        x: min(one.x, other.x)...max(one.x, other.x),
        y: min(one.y, other.y)...max(one.y, other.y)
      )
    }
  }
}

extension AtlasLayout.Frame {
  /// Whether two frames share more than an edge.
  fileprivate func overlaps(_ other: Self) -> Bool {
    x.lowerBound < other.x.upperBound && other.x.lowerBound < x.upperBound
      && y.lowerBound < other.y.upperBound && other.y.lowerBound < y.upperBound
  }

  fileprivate func contains(_ other: Self) -> Bool {
    x.contains(other.x.lowerBound) && x.contains(other.x.upperBound)
      && y.contains(other.y.lowerBound) && y.contains(other.y.upperBound)
  }

  /// Whether two lines are beside each other, so close that they look like one.
  fileprivate func runsAlong(_ other: Self) -> Bool {
    func areClose(_ one: ClosedRange<Int>, _ other: ClosedRange<Int>) -> Bool {
      one.count == 1 && other.count == 1 && abs(one.lowerBound - other.lowerBound) < 3
    }
    func overlap(_ one: ClosedRange<Int>, _ other: ClosedRange<Int>) -> Bool {
      one.lowerBound < other.upperBound && other.lowerBound < one.upperBound
    }
    return areClose(y, other.y) && overlap(x, other.x)
      || areClose(x, other.x) && overlap(y, other.y)
  }
}
