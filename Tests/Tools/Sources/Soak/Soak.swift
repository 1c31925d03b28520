import Foundation
import KalugaArchitecture
import KalugaTerminal
import SoakedFeatures

@testable import SoakedExample

/// Runs the example with random commands, and checks its view models, tasks and output.
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
  private var dice: CommandDice
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
    dice = CommandDice(seed: seed, file: file)
  }

  func run() async {
    app = ExampleApp.make(on: TerminalConsole(input: self, output: self), ticker: ticker)
    await app?.run()
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
    guard let app else { return nil }
    if done > 0 { checkCommand(app.driver) }
    if done % partLength == 0, done > 0 { endPart() }
    guard problems.isEmpty, done < commands else { return nil }
    if done % 100 == 0 { checkViewModels(app.driver) }
    done += 1
    let command = dice.command(on: app.driver.stack.current.top.destination)
    latest = latest.suffix(19) + [command]
    printed = ""
    return command
  }

  private func checkCommand(_ driver: NavigationDriver<Destination>) {
    // The first line is the echo.
    if printed.split(separator: "\n").count < 2 { problem("no reply") }
    let isHome = driver.topViewModel is HomeViewModel
    if ticker.runningCount != (isHome ? 1 : 0) {
      problem("\(ticker.runningCount) tasks wait for the clock on \(driver.stack.current)")
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

  private func checkViewModels(_ driver: NavigationDriver<Destination>) {
    let screens = driver.stack.current.entries.count
    let open = viewModels.filter { $0.stage.current != .cleared }
    if open.count != screens { problem("\(open.count) view models exist for \(screens) screens") }
    // A question covers its screen partly.
    let isAsked = driver.stack.current.question != nil
    let resumed = open.filter { $0.stage.current == .resumed }
    if resumed.count != (isAsked ? 0 : 1) { problem("\(resumed.count) view models are resumed") }
    let stage = driver.topViewModel?.stage.current
    if stage != (isAsked ? .visible : .resumed) {
      problem("the screen on top is \(stage.map { "\($0)" } ?? "missing")")
    }
    // Home counts, and screens wait for the results of those above.
    let running = open.map(\.scope.runningCount).reduce(0, +)
    if running > screens { problem("\(running) tasks run for \(screens) screens") }
    watched = watched.filter { $0.value() != nil }
    for screen in open { watched[ObjectIdentifier(screen)] = { [weak screen] in screen } }
    // Screens that left the stack stay only until the next screen is made.
    if watched.count > open.count + 10 {
      problem("\(watched.count - open.count) cleared view models were not released")
    }
  }

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
