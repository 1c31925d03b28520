package import KalugaArchitecture

/// A back stack drawn as text: one screen per line, from the root to the screen that is shown.
///
///     ● ┌ home
///       └ details
///     ○ ╶ search
///       ▸ ┌ sheet
///         └ subPage   ← shown
///
/// A bracket encloses the screens of one stack. A presented stack follows after `▸` and is
/// indented, and its style follows the first screen in brackets. The selected tab has a filled
/// circle. A question adds the names of its choices: `← shown ? (discard | keep)`. The picture
/// contains only the names of screens, never their data.
package struct StackPicture: Hashable, Sendable {
  /// The lines, without newlines.
  package let lines: [String]

  /// Draws a stack.
  package init<Destination>(_ stack: BackStack<Destination>) {
    var lines: [String] = []
    for (depth, layer) in stack.layers.enumerated() {
      let drawn = Self.lines(of: layer)
      let indentation = String(repeating: "  ", count: depth)
      for (index, line) in drawn.enumerated() {
        let mark = depth == 0 ? "" : index == 0 ? "▸ " : "  "
        let style = index == 0 ? layer.style.map { " (\($0))" } ?? "" : ""
        let end = line.isShown ? Self.end(depth, stack) : ""
        lines.append(indentation + mark + line.text + style + end)
      }
    }
    self.lines = lines
  }

  private struct Line {
    var text: String
    var isShown: Bool
  }

  /// Only the top of the last layer is visible: the other layers are covered.
  private static func end<Destination>(_ depth: Int, _ stack: BackStack<Destination>) -> String {
    guard depth == stack.layers.count - 1 else { return "" }
    return "   ← shown" + (stack.question.map { " ? \($0)" } ?? "")
  }

  private static func lines<Destination>(of layer: BackStack<Destination>.Layer) -> [Line] {
    layer.tabs.indices.flatMap { tab in
      let names = layer.tabs[tab].map { $0.destination.screenName }
      return names.indices.map { index in
        var text = bracket(index, of: names.count) + " " + names[index]
        if layer.tabs.count > 1 {
          text = (index > 0 ? "  " : tab == layer.selected ? "● " : "○ ") + text
        }
        return Line(text: text, isShown: tab == layer.selected && index == names.count - 1)
      }
    }
  }

  private static func bracket(_ index: Int, of count: Int) -> String {
    switch index {
    case 0 where count == 1: "╶"
    case 0: "┌"
    case count - 1: "└"
    default: "├"
    }
  }
}

extension StackPicture: CustomStringConvertible {
  /// The picture as one text, without a trailing newline.
  package var description: String { lines.joined(separator: "\n") }
}
