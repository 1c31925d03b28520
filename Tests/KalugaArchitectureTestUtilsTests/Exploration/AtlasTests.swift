import Foundation
import Testing

@testable import KalugaArchitectureTestUtils

/// Checks the text of an atlas, and its golden file.
struct AtlasTests {
  private static let shop = Atlas(places: [
    .init(
      name: "list",
      moves: [
        .init(name: "reload", targets: [0]), .init(name: "open", targets: [1]),
        .init(name: "search", targets: [1, 0, 2]),
      ]
    ),
    .init(
      name: "item",
      moves: [.init(name: "back", targets: [0]), .init(name: "share", targets: [3])]
    ),
    .init(
      name: "▸ item",
      moves: [.init(name: "close", targets: [0]), .init(name: "back", targets: [0])]
    ),
    .init(name: "▸ say \"hi\"; <now>: 50%"),
  ])

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
    #expect(Atlas().graphviz == empty.joined(separator: "\n"))
  }

  @Test func `an atlas is a state diagram in Mermaid`() {
    let names = #""▸ say #34;hi#34;#59; #60;now#62;#58; 50#37;""#
    #expect(
      Self.shop.mermaid == """
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
          state \(names) as at_over_say_hi_now_50

        """
    )
    #expect(GoldenFile("shop.mmd", besideTest: #filePath).text(of: Self.shop) == Self.shop.mermaid)
    #expect(Atlas(places: [.init(name: "[[\n")]).mermaid.contains("state \"[#91;#92;n\" as at_"))
  }

  @Test func `places with similar names have different identifiers`() {
    let atlas = Atlas(places: ["[a]", "{a}"].map { Atlas.Place(name: $0) })
    #expect(atlas.graphviz.contains("  at_a [label=\"[a]\"]\n  at_a_2 [label=\"{a}\"]\n"))
  }

  @Test func `no character of a name has a meaning in a label of Graphviz`() {
    let hostile = "&lt; \"\u{301} \\ \n"
    let shown = "&amp;lt; \\\"\u{301} \\\\ \\\\n"
    let atlas = Atlas(places: [
      .init(name: hostile, moves: [.init(name: hostile, targets: [1])]), .init(name: ""),
    ])
    #expect(atlas.graphviz.contains("  at_lt [label=\"\(shown)\"]\n"))
    #expect(atlas.graphviz.contains("  at_lt -> at_ [label=\"\(shown)\"]\n"))
  }

  @Test func `a golden file shows which places can no longer be reached`() {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).dot").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let golden = GoldenFile(file, besideTest: #filePath)
    let recorded = golden.record(Self.shop.graphviz)
    #expect(recorded == "the golden file was recorded: now remove 'record: true'")
    expectAtlas(Self.shop, goldenFile: file)

    var changed = Self.shop
    changed.places.remove(at: 2)
    changed.places[0].moves.removeLast()
    changed.places[1].moves[1].targets = [2]
    let problem = """
      the atlas differs from \(file) (- expected, + found):
      No longer reachable: ▸ item
      line 6
      -   at_list [label="list\\n↻ reload\\n↻ search"]
      -   at_list -> at_item [label="open, search"]
      -   at_list -> at_over_item [label="search"]
      +   at_list [label="list\\n↻ reload"]
      +   at_list -> at_item [label="open"]
      line 12
      -   at_over_item [label="▸ item"]
      -   at_over_item -> at_list [label="close, back"]
      Correct the code under test, or record the file again with 'record: true'
      """
    expectEqual(golden.compare(changed), problem)
  }

  @Test(arguments: ["dot", "mmd"], ["x\"] y", "x\" as z", "\"\u{301}", "a\\", "a\nb", "[[", ""])
  func `a lost place is named, whatever its name`(language: String, name: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).\(language)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let golden = GoldenFile(file, besideTest: #filePath)
    var atlas = Atlas(places: ["first", name + "1", name + "2"].map { .init(name: $0) })
    _ = golden.record(golden.text(of: atlas))
    #expect(golden.compare(atlas) == nil)
    atlas.places.removeLast()
    let lines = golden.compare(atlas)?.split(separator: "\n") ?? []
    #expect(lines.contains { $0.hasPrefix("No longer reachable: ") && $0.hasSuffix("2") })
  }
}
