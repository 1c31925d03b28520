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
/// circle. In a wide host, the detail begins after `‖` below its list. A question adds the names of
/// its choices: `← shown ? (discard | keep)`. A screen that the layers above cover only partly, or
/// that is beside its detail, is marked `← visible`. The picture contains only the names of
/// screens, never their data.
package struct StackPicture: Hashable, Sendable {
  /// The lines, without newlines.
  package let lines: [String]

  /// Draws a stack.
  package init<Destination>(_ stack: BackStack<Destination>) {
    var lines: [String] = []
    let layers = stack.layers
    // The top one, and those below that are covered only partly.
    let lowestSeen = layers.lastIndex { !$0.coversPartly } ?? 0
    for (depth, layer) in layers.enumerated() {
      let drawn = Self.lines(of: layer, in: stack)
      let indentation = String(repeating: "  ", count: depth)
      for (index, line) in drawn.enumerated() {
        let mark = depth == 0 ? "" : index == 0 ? "▸ " : "  "
        let style = index == 0 ? layer.style.map { " (\($0))" } ?? "" : ""
        let text = indentation + mark + line.text + style
        if line.isOnTop, !line.isOfList, depth == layers.count - 1 {
          lines.append(text + "   ← shown" + (stack.question.map { " ? \($0)" } ?? ""))
        } else {
          lines.append(text + (line.isOnTop && depth >= lowestSeen ? "   ← visible" : ""))
        }
      }
    }
    self.lines = lines
  }

  private struct Line {
    var text: String
    /// Whether it is the top screen of the shown path of its layer, or of a part of it.
    var isOnTop: Bool
    /// Whether it belongs to a list that is beside its detail.
    var isOfList: Bool
  }

  private static func lines<Destination>(
    of layer: BackStack<Destination>.Layer,
    in stack: BackStack<Destination>
  ) -> [Line] {
    layer.tabs.indices.flatMap { tab in
      let isSelected = tab == layer.selected
      let panes = stack.panes(of: layer.tabs[tab])
      return panes.enumerated().flatMap { pane, path in
        path.enumerated().map { index, entry in
          let mark = pane == 0 ? "" : index == 0 ? "‖ " : "  "
          var text = "\(mark)\(bracket(index, of: path.count)) \(entry.destination.screenName)"
          if layer.tabs.count > 1 {
            let isFirst = pane == 0 && index == 0
            text = (isFirst ? isSelected ? "● " : "○ " : "  ") + text
          }
          return Line(
            text: text,
            isOnTop: isSelected && index == path.count - 1,
            isOfList: pane < panes.count - 1
          )
        }
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
