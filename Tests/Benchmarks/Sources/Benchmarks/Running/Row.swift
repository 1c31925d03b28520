/// Contestants that do the same work; ratios are printed to the first of them.
struct Row {
  let name: String
  let unit: String
  /// Whether threads race in it: its ratios then differ too much to be compared between two runs.
  let isRace: Bool
  let goals: [Goal]
  let contestants: [Contestant]

  init(
    _ name: String,
    unit: String = "ns",
    isRace: Bool = false,
    goals: [Goal] = [],
    _ contestants: [Contestant]
  ) {
    self.name = name
    self.unit = unit
    self.isRace = isRace
    self.goals = goals
    self.contestants = contestants
  }

  /// Returns a number with a noun, for names.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
