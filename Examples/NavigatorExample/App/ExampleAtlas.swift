/// What the exploration of the app has found.
///
/// The exploration belongs to the tests, and so do the utilities that it needs. A test compares this
/// text with what it finds.
enum ExampleAtlas {
  /// The number of states.
  static let report = "81 states, 273 events, at most 10 events deep: these are all states"

  /// The screens, and the moves that lead from one to another.
  static let picture = """
    home ──────────────┬─ details ───────▶ details
                       ├─ sheet ─────────▶ ▸ sheet
                       ╰─ tab ───────────▶ about
    ▸ sheet ───────────┬─ subPage ───────▶ ▸ subPage
                       ╰─ close, back ───▶ home
    ▸ subPage ─────────┬─ close ─────────▶ home
                       ╰─ back ──────────▶ ▸ sheet
    about ─────────────── tab ───────────▶ home, details
    details ───────────┬─ finish ────────▶ home
                       ├─ back ──────────▶ home, ▸ discardQuestion
                       ╰─ tab ───────────▶ about
    ▸ discardQuestion ─┬─ answer ────────▶ home, details
                       ╰─ back ──────────▶ details
    """

  /// The picture, the report, and how to explore the app.
  static let text = """
    \(picture)

    \(report)
    explored by `swift test --filter NavigatorExampleTests.ExplorationTests`
    """
}
