package import KalugaArchitecture
package import KalugaSessions

/// Carries out the events of a session in a fresh app, and collects what fails.
@MainActor
package final class SessionReplay<App: ReplayableApp> {
  /// Makes an app: without a snapshot at first, from one after a restart.
  package typealias AppFactory =
    @MainActor (NavigationSnapshot<App.Destination>?, ReplayedServices, ManualClock) throws -> App

  /// The failures, each in one line.
  package private(set) var problems: [String] = []

  private let session: Session
  private let makeApp: AppFactory
  private let services = ReplayedServices()
  private let clock = ManualClock()
  private let work = WorkWatch.current ?? WorkWatch()
  private var moves: [Task<Void, Never>] = []
  /// The recorded failures that have not occurred in the replay.
  private var expected: [String]

  package init(_ session: Session, _ makeApp: @escaping AppFactory) {
    self.session = session
    self.makeApp = makeApp
    expected = session.steps.compactMap { step in
      switch step.event {
      case .failure: step.error
      case .diagnostic: step.name
      default: nil
      }
    }
  }

  /// What the session does not contain.
  private var gaps: [String] {
    let dropped = session.droppedCount
    let redacted = session.steps.enumerated().compactMap { index, step in
      step.redacted.map { "event \(index + 1): \($0.joined(separator: ", "))" }
    }
    return (dropped > 0 ? ["\(dropped) earlier events were dropped"] : [])
      + (redacted.isEmpty ? [] : ["redacted: \(redacted.joined(separator: "; "))"])
      + services.gaps
  }

  /// What may keep the failure of the recorded app from occurring again, or nil if it has occurred
  /// or the session is complete.
  package var note: String? {
    let gaps = gaps
    guard !expected.isEmpty, !gaps.isEmpty else { return nil }
    return "the recorded app failed with \(expected.joined(separator: ", ")), the replay did not. "
      + "Either this is fixed, or it cannot be reproduced because the session is incomplete: "
      + gaps.joined(separator: "; ")
  }

  /// Replays the session; the app continues to exist until it is released.
  package func run() async throws -> App {
    defer {
      endMoves()
      services.end()
    }
    return try await ArchitectureEvents.withListener(work) { try await replay() }
  }

  private func replay() async throws -> App {
    begin(at: 0)
    var app = try makeApp(nil, services, clock)
    app.driver.start()
    for (index, step) in session.steps.enumerated() {
      await clock.run(for: .nanoseconds(step.at) - clock.now.offset)
      let place = "event \(index + 1) of \(session.steps.count), \(step)"
      do {
        switch step.event {
        case .move: try perform(step, in: app, place)
        case .back: try goBack(in: app)
        case .choice: try app.driver.answer(named: step.name ?? "")
        case .partlyCovered: app.driver.hostState = .inactive
        case .background: app.driver.hostState = .background
        case .foreground: app.driver.hostState = .active
        case .wide: app.driver.isWide = true
        case .narrow: app.driver.isWide = false
        case .restart:
          let saved = try app.driver.snapshot().data()
          endMoves()
          begin(at: index + 1)
          app = try makeApp(NavigationSnapshot(saved), services, clock)
          app.driver.start()
        case .answer: services.deliver(step)
        case .failure, .diagnostic: break
        }
      } catch {
        fail(place, error)
      }
      await settle()
      for diagnostic in work.takeProblems(except: []).map(\.diagnostic) {
        fail(place, "\(diagnostic.kind)", "\(diagnostic)")
      }
    }
    return app
  }

  /// Prepares the answers for the process that begins at an event.
  private func begin(at index: Int) {
    let steps = session.steps[index...].prefix { $0.event != .restart }
    let calls =
      steps.endIndex < session.steps.endIndex ? session.steps[steps.endIndex].calls : session.calls
    services.begin(
      steps,
      calls: calls ?? [:],
      isBeginningMissing: index == 0 && session.droppedCount > 0
    )
  }

  /// Begins a move, which may wait for answers that are later events.
  private func perform(_ step: Session.Step, in app: App, _ place: String) throws {
    guard let value = step.value else { return }
    let move = try value.decoded(as: App.Move.self)
    moves.append(
      Task {
        do {
          try await app.perform(move)
        } catch {
          // What a move of an ended process throws is not a failure, and neither is a second tap.
          if !Task.isCancelled, (error as? NavigationError)?.isLate != true { fail(place, error) }
        }
      }
    )
  }

  private func endMoves() {
    for move in moves { move.cancel() }
    moves = []
  }

  /// Goes back; on the first screen, a host leaves the app or does nothing, which is no failure.
  private func goBack(in app: App) throws(NavigationError) {
    do throws(NavigationError) {
      try app.driver.back()
    } catch .nothingToGoBackTo where !expected.contains("\(NavigationError.self)") {
      return
    }
  }

  private func fail(_ place: String, _ error: any Error) {
    // An app may pass the failure of a service on, as the recorded app did with the original.
    let kind = (error as? ReplayedFailure)?.type ?? "\(type(of: error))"
    fail(place, kind, "\(error)")
  }

  private func fail(_ place: String, _ kind: String, _ text: String) {
    let isExpected = expected.firstIndex(of: kind)
    if let isExpected { expected.remove(at: isExpected) }
    let comparison = isExpected == nil ? "; the recorded app did not" : ", like the recorded app"
    let missing = gaps
    problems.append(
      "\(place): failed with \(kind): \(text)\(comparison)"
        + (missing.isEmpty ? "" : ". The session is incomplete: \(missing.joined(separator: "; "))")
    )
  }
}
