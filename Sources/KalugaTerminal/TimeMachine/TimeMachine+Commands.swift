import KalugaArchitecture

extension TimeMachine {
  /// The commands for travelling in time, which are not moves themselves.
  var commands: [TerminalCommand] {
    guard canTravel else { return [] }
    let last = timeline.steps.count - 1
    return [
      TerminalCommand(":back", 1...max(1, now), default: 1, "undoes moves") { count in
        try await self.travel(to: self.now - count, in: self.branch)
      },
      TerminalCommand(":forward", 1...max(1, last - now), default: 1, "redoes moves") { count in
        try await self.travel(to: self.now + count, in: self.branch)
      },
      TerminalCommand(":goto", 0...last, "leads to the state after so many moves") { step in
        try await self.travel(to: step, in: self.branch)
      },
      TerminalCommand(":fork", "begins a branch, and keeps the moves of this one") {
        self.fork()
      },
      TerminalCommand(":branch", 1...branches.count, "leads to the end of a branch") { number in
        try await self.travel(to: self.branches[number - 1].steps.count - 1, in: number - 1)
      },
      TerminalCommand(
        ":diff",
        0...last,
        default: max(0, now - 1),
        "shows what has changed since a step"
      ) {
        self.printDifference(from: $0)
      },
      TerminalCommand(":history", "lists branches and moves") { self.printHistory() },
    ].map(\.notAMove)
  }

  func printHelp() {
    writeLine(CommandList(commands).help)
    if timeline.steps.count == 1 { writeLine("moves    none yet; `:back` will undo one") }
  }

  /// Prints the difference between the state in which a step was last left and the present.
  ///
  ///     diff     step 49 → step 50, by `inverse`
  ///     was      DetailsViewModel.name: "adA"
  ///     now      DetailsViewModel.name: "Ada"
  private func printDifference(from step: Int) {
    guard let present = app?.stateText else { return }
    let past = timeline.steps[step].state ?? present
    guard let difference = LineDifference(expected: past, found: present) else {
      return writeLine("same     as at step \(step)")
    }
    writeLine("diff     step \(step) → step \(now)" + moves(since: step))
    for part in difference.parts { writeChange(part) }
  }

  /// Prints changed lines in pairs: each is one value in two states.
  private func writeChange(_ part: LineDifference.Part) {
    if part.removed.count == part.inserted.count {
      for (old, new) in zip(part.removed, part.inserted) {
        writeLine("was      \(old)")
        writeLine("now      \(new)")
      }
    } else {
      for line in part.removed { writeLine("was      \(line)") }
      for line in part.inserted { writeLine("now      \(line)") }
    }
  }

  /// The moves from an earlier step to the present; empty for a later step.
  private func moves(since step: Int) -> String {
    switch now - step {
    case ..<1: ""
    case 1: ", by `\(timeline.steps[now].line.escapingControlCharacters())`"
    case let count: ", by \(count) moves"
    }
  }

  private func printHistory() {
    if branches.count > 1 {
      for (index, timeline) in branches.enumerated() {
        let text = "branch   \(index + 1): \(timeline.steps.count - 1) moves"
        writeLine(text + mark(index == branch))
      }
    }
    for (index, step) in timeline.steps.enumerated() {
      let line = step.line.escapingControlCharacters()
      writeLine("\(index)  \(line)" + mark(index == now))
    }
  }

  private func mark(_ isPresent: Bool) -> String { isPresent ? "   ← now" : "" }
}
