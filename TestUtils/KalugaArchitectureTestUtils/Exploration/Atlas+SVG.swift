import KalugaArchitecture

extension Atlas {
  /// The atlas as a picture in SVG, for light and dark backgrounds.
  ///
  /// Each place is a box with a row for each of its moves, and arrows lead from the rows to the
  /// places. Places are ordered from left to right by their distance from the first one. A move with
  /// the mark ↻ can stay. Arrows to the same place merge, and have the color of the mark beside the
  /// place's name. Equal atlases have equal pictures.
  public var svg: String {
    let layout = AtlasLayout(self)
    let (x, y) = (layout.frame.x, layout.frame.y)
    let (width, height) = (x.count - 1, y.count - 1)
    let lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="\(x.lowerBound) \(y.lowerBound) \(width) \(height)" role="img">
      <title>Screens and moves</title>
      <desc>\(Self.xml(places.map(summary).joined(separator: "\n")))</desc>
      <style>\(Self.style)</style>
      <rect class="page" x="\(x.lowerBound)" y="\(y.lowerBound)" width="\(width)" \
      height="\(height)"/>
      """
    ]
    let arrows = Dictionary(grouping: layout.arrows, by: \.target)
    let groups = places.indices.compactMap { target in
      arrows[target].map { Self.svg(of: $0, to: target) }
    }
    let boxes = layout.boxes.enumerated().map { place, box in
      Self.svg(of: box, color: arrows[place].map { _ in Self.color(of: place) })
    }
    return (lines + boxes + groups + ["</svg>\n"]).joined(separator: "\n")
  }

  /// Describes the moves of a place in a line, for readers that do not see the picture.
  private func summary(of place: Place) -> String {
    let moves = place.moves.map { move in
      "\(move.name) → \(move.targets.map { places[$0].name }.joined(separator: " or "))"
    }
    return "\(place.name): \(moves.joined(separator: "; "))"
  }

  private static func svg(of arrows: [AtlasLayout.Arrow], to target: Int) -> String {
    let lines = arrows.map { arrow in
      """
      <path d="\(Self.path(arrow.points))"/>\
      <circle cx="\(arrow.points[0].x)" cy="\(arrow.points[0].y)" r="2.5"/>
      """
    }
    var heads: [String] = []
    for points in arrows.map(\.points) {
      guard let end = points.last else { continue }
      let back = end.x > points[points.count - 2].x ? -9 : 9
      let head = "<path class=\"head\" d=\"M\(end.x) \(end.y)l\(back) -4.5v9z\"/>"
      if !heads.contains(head) { heads.append(head) }
    }
    let content = (lines + heads).joined(separator: "\n")
    return "<g class=\"arrows \(color(of: target))\">\n\(content)\n</g>"
  }

  /// Returns a line with rounded corners, which ends inside the arrowhead.
  private static func path(_ points: [AtlasLayout.Point]) -> String {
    var path = ""
    for (index, point) in points.enumerated() {
      func step(towards other: AtlasLayout.Point, _ distance: Int) -> String {
        let (x, y) = ((other.x - point.x).signum(), (other.y - point.y).signum())
        return "\(point.x + x * distance) \(point.y + y * distance)"
      }
      if index == 0 {
        path = "M\(point.x) \(point.y)"
      } else if index == points.count - 1 {
        path += "L" + step(towards: points[index - 1], 6)
      } else {
        let (before, after) = (points[index - 1], points[index + 1])
        let room = min(point.distance(to: before), point.distance(to: after)) / 2
        if room == 0 { continue }
        path += "L" + step(towards: before, min(room, 7))
        path += "Q\(point.x) \(point.y) " + step(towards: after, min(room, 7))
      }
    }
    return path
  }

  private static func svg(of box: AtlasLayout.Box, color: String?) -> String {
    let (x, y) = (box.frame.x, box.frame.y)
    let divider = box.title.frame.y.upperBound
    var lines = [
      """
      <rect class="box" x="\(x.lowerBound)" y="\(y.lowerBound)" width="\(x.count - 1)" \
      height="\(y.count - 1)" rx="6"/>
      """
    ]
    if !box.moves.isEmpty {
      lines.append("<path class=\"box\" d=\"M\(x.lowerBound) \(divider)H\(x.upperBound)\"/>")
    }
    if let color {
      lines.append(
        """
        <rect class="edge \(color)" x="\(x.lowerBound + 4)" y="\(y.lowerBound + 7)" width="4" \
        height="\(divider - y.lowerBound - 14)" rx="2"/>
        """
      )
    }
    lines.append(svg(of: box.title, "title"))
    lines += box.moves.map { svg(of: $0, "move") } + box.marks.map { svg(of: $0, "mark") }
    return lines.joined(separator: "\n")
  }

  private static func svg(of label: AtlasLayout.Label, _ style: String) -> String {
    let (x, y) = (label.frame.x, label.frame.y)
    let baseline = (y.lowerBound + y.upperBound) / 2 + 4
    let place = "x=\"\(x.lowerBound)\" y=\"\(baseline)\""
    return "<text class=\"\(style)\" \(place)>\(xml(label.text))</text>"
  }

  /// Returns a text with the characters of XML as references.
  private static func xml(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n": result += "\n"
      // XML permits neither other control characters nor these two.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      case _ where scalar.properties.generalCategory == .control: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func color(of place: Int) -> String { "c\(place % lightColors.count)" }

  private static let lightColors = [
    "#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#0a7b83", "#cf222e", "#7d4e00",
  ]

  private static let darkColors = [
    "#58a6ff", "#f0883e", "#3fb950", "#bc8cff", "#f778ba", "#39c5cf", "#ff7b72", "#d29922",
  ]

  private static var style: String {
    func rules(_ colors: [String]) -> String {
      colors.enumerated().map { ".c\($0){color:\($1)}" }.joined()
    }
    return """

      text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
      white-space:pre}
      .arrows path{fill:none;stroke:currentColor;stroke-width:1.5}
      .arrows circle,.arrows .head,.edge{fill:currentColor;stroke:none}
      .page{fill:#fff}.box{fill:#f6f8fa;stroke:#afb8c1}
      .title{font-weight:bold;fill:#1f2328}.move{fill:#32383f}.mark{fill:#656d76}
      \(rules(lightColors))
      @media (prefers-color-scheme:dark){
      .page{fill:#0d1117}.box{fill:#161b22;stroke:#3d444d}
      .title{fill:#f0f6fc}.move{fill:#d1d7e0}.mark{fill:#9198a1}
      \(rules(darkColors))
      }

      """
  }
}

extension AtlasLayout.Point {
  fileprivate func distance(to other: Self) -> Int { abs(x - other.x) + abs(y - other.y) }
}
