import Foundation
import KalugaArchitecture
import KalugaTerminal
import SoakedFeatures

@testable import SoakedExample

/// Runs the example with random commands: supplies its input and checks its output.
@MainActor
final class Soak: LineSource, TextSink {
  /// The time and memory of one part of the run.
  struct Part: CustomStringConvertible {
    let commands: Int
    let residentBytes: Int
    let nanosecondsPerCommand: Int

    var description: String {
      let tenths = residentBytes * 10 / 1_048_576
      return "\(commands) commands: \(tenths / 10).\(tenths % 10) MiB, "
        + "\(nanosecondsPerCommand) ns per command"
    }
  }

  let isClosed = false
  private(set) var problems: [String] = []
  private(set) var parts: [Part] = []

  private let commands: Int
  private let partLength: Int
  private var model: ExampleModel
  private var dice: CommandDice
  private var expected = ""
  private var printed = ""
  private var done = 0
  private var latest: [String] = []
  private var partBegin = ProcessFigures.processorNanoseconds
  private let ticker = ManualTicker()
  private var app: TerminalApp<Destination>?
  /// The view models that have been on the stack, held weakly.
  private var watched: [ObjectIdentifier: () -> BaseLifecycleViewModel?] = [:]

  init(commands: Int, seed: UInt64, file: String) {
    self.commands = commands
    // Runs of up to 1,000,000 commands have ten parts.
    partLength = min(100_000, max(1, commands / 10))
    model = ExampleModel(file: file)
    dice = CommandDice(seed: seed, file: file)
  }

  func run() async {
    expected = model.start()
    app = ExampleApp.make(on: TerminalConsole(input: self, output: self), ticker: ticker)
    await app?.run()
    compare()
    if !viewModels.allSatisfy({ $0.stage.current == .cleared }) {
      problem("not every view model was cleared at the end")
    }
    if await !allTasksEnd() {
      problem("tasks are left: \(viewModels.flatMap(\.scope.runningNames))")
    }
  }

  /// Cancelled tasks need a moment to end.
  private func allTasksEnd() async -> Bool {
    for _ in 0..<1_000 {
      let running = viewModels.map(\.scope.runningCount).reduce(ticker.runningCount, +)
      if running == 0 { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  /// Reports view models that outlive the app.
  func release() {
    app = nil
    let left = watched.values.compactMap { $0() }
    if !left.isEmpty { problem("view models were never released: \(left.map { type(of: $0) })") }
  }

  // MARK: Input and output

  func write(_ text: String) {
    printed += text
  }

  func next() async -> String? {
    compare()
    if done % partLength == 0, done > 0 { endPart() }
    guard problems.isEmpty, done < commands else {
      let quit = problems.isEmpty ? "quit" : nil
      // Only once: the next call comes after the end of the app.
      if quit != nil { expected = model.respond(to: "quit") }
      return quit
    }
    if done % 100 == 0 { checkViewModels() }
    done += 1
    let command = dice.command(on: model.shown.kind)
    latest = latest.suffix(19) + [command]
    expected = model.respond(to: command)
    return command
  }

  private func compare() {
    guard problems.isEmpty else { return }
    defer { printed = "" }
    if printed.contains("unknown command") || printed.contains("is a command of") {
      leaveOutHints()
    }
    if printed != expected {
      problem("the model expects\n\(expected)\nthe app has printed\n\(printed)")
    } else if done < commands, ticker.runningCount != (model.shown.kind == .home ? 1 : 0) {
      problem("\(ticker.runningCount) tasks wait for the clock on \(model.shown.kind)")
    }
  }

  /// Leaves the hint out of a line, because the model knows neither which command a word resembles nor
  /// which other screen has it.
  private func leaveOutHints() {
    printed.replace(/error    (?:unknown command )?("[^"]*")(?:; | is a command of the screen ).*/)
    {
      "error    unknown command \($0.1)"
    }
  }

  // MARK: View models

  /// The view models that the app has made and that are alive.
  private var viewModels: [BaseLifecycleViewModel] {
    // Uses a mirror, because the properties are private.
    let factory = app.flatMap { Mirror(reflecting: $0).descendant("factory") }
    let references = factory.flatMap { Mirror(reflecting: $0).descendant("references") }
    return (references as? [() -> BaseLifecycleViewModel?] ?? []).compactMap { $0() }
  }

  private func checkViewModels() {
    let open = viewModels.filter { $0.stage.current != .cleared }
    if open.count != model.screens.count {
      problem("\(open.count) view models exist for \(model.screens.count) screens")
    }
    let resumed = open.filter { $0.stage.current == .resumed }
    if resumed.count != 1 { problem("\(resumed.count) view models are resumed") }
    let waiting = open.map(\.scope.runningCount).reduce(0, +)
    if waiting != expectedTasks { problem("\(waiting) tasks run, expected \(expectedTasks)") }
    watched = watched.filter { $0.value() != nil }
    for screen in open { watched[ObjectIdentifier(screen)] = { [weak screen] in screen } }
    // Screens that left the stack stay only until the next screen is made.
    if watched.count > open.count + 10 {
      problem("\(watched.count - open.count) cleared view models were not released")
    }
  }

  /// One task for each screen that waits for a result, and one for the counter of Home.
  private var expectedTasks: Int { model.waiting + (model.shown.kind == .home ? 1 : 0) }

  private func problem(_ text: String) {
    problems.append(
      "after \(done) commands: \(text)\nthe latest commands: \(latest.joined(separator: " | "))"
    )
  }

  private func endPart() {
    let end = ProcessFigures.processorNanoseconds
    let part = Part(
      commands: done,
      residentBytes: ProcessFigures.residentBytes,
      nanosecondsPerCommand: Int(end - partBegin) / partLength
    )
    parts.append(part)
    partBegin = end
    print(part)
  }
}
