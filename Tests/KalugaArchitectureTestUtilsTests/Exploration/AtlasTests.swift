import Foundation
import Testing

@testable import KalugaArchitectureTestUtils

/// Checks the texts of an atlas, and their golden files.
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

  @Test func `an atlas is a graph in the language of Graphviz`() {
    #expect(
      Self.shop.graphviz == #"""
        digraph atlas {
          rankdir=LR
          node [shape=box, style=rounded]
          start [shape=point]
          start -> at_list
          at_list [label="list\n↻ reload\n↻ search"]
          at_list -> at_item [label="open, search"]
          at_list -> at_over_item [label="search"]
          at_item [label="item"]
          at_item -> at_list [label="back"]
          at_item -> at_over_say_hi_now_50 [label="share"]
          at_over_item [label="▸ item"]
          at_over_item -> at_list [label="close, back"]
          at_over_say_hi_now_50 [label="▸ say \"hi\"; <now>: 50%"]
        }

        """#
    )
    let empty = ["digraph atlas {", "  rankdir=LR", "  node [shape=box, style=rounded]", "}", ""]
    #expect(Atlas([]).graphviz == empty.joined(separator: "\n"))
  }

  @Test func `no character of a name has a meaning in a label of Graphviz`() {
    let hostile = "&lt; \"\u{301} \\ \n"
    let shown = "&amp;lt; \\\"\u{301} \\\\ \\\\n"
    let atlas = Atlas([.init(hostile, moves: [.init(hostile, to: [1])]), .init("", moves: [])])
    #expect(atlas.graphviz.contains("  at_lt [label=\"\(shown)\"]\n"))
    #expect(atlas.graphviz.contains("  at_lt -> at_ [label=\"\(shown)\"]\n"))
  }

  @Test func `a golden file shows which places can no longer be reached`() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "\(UUID()).mmd")
    defer { try? FileManager.default.removeItem(at: file) }
    let golden = GoldenFile(file.path, besideTest: #filePath)
    let recorded = golden.record(golden.text(of: Self.shop))
    #expect(recorded == "the golden file was recorded: now remove 'record: true'")
    expectAtlas(Self.shop, goldenFile: file.path)

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

    let graphviz = GoldenFile(file.path + ".dot", besideTest: #filePath)
    defer { try? FileManager.default.removeItem(atPath: file.path + ".dot") }
    _ = graphviz.record(graphviz.text(of: Self.shop))
    #expect(try String(contentsOfFile: file.path + ".dot", encoding: .utf8) == Self.shop.graphviz)
    let difference = try #require(graphviz.compare(changed))
    #expect(difference.contains("\nNo longer reachable: ▸ item\nline 6\n"))
  }
}
