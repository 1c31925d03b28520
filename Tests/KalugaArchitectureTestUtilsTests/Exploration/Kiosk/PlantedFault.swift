import KalugaSessions

@testable import KalugaArchitectureTestUtils

/// A fault of the kiosk, and how the explorer must report it.
struct PlantedFault: Sendable {
  let fault: Fault
  let kinds: [ExplorationFindingKind]
  let path: [AppEvent<KioskMove>]

  /// The kinds that are not looked for.
  ///
  /// If the user taps twice, the fault shows on other paths as well. Interruptions that the path does
  /// not have would take most of the time.
  var ignored: Set<ExplorationFindingKind> {
    var ignored: Set<ExplorationFindingKind> = []
    if kinds != [.changedBySecondTap] { ignored.insert(.changedBySecondTap) }
    if !path.contains(where: \.isInterruption) {
      ignored.formUnion(Set<ExplorationFindingKind>.interruptions)
    }
    return ignored
  }

  /// Whether nothing can be said before the whole app has been explored.
  var needsAllStates: Bool { kinds == [.unreachedScreen] || kinds == [.wrongRoute] }

  /// How many moves lead to the state in which the explorer finds the fault.
  var depth: Int {
    if needsAllStates { return 50 }
    let moves = path.count { !$0.isInterruption }
    let isFoundByLastMove =
      path.last?.isInterruption == false && !kinds.contains { [.deadEnd, .wrongLink].contains($0) }
    return isFoundByLastMove ? moves - 1 : moves
  }

  init(
    _ fault: Fault,
    _ kinds: ExplorationFindingKind...,
    after path: [AppEvent<KioskMove>] = []
  ) {
    self.fault = fault
    self.kinds = kinds
    self.path = path
  }

  /// All faults that end no process, with the shortest paths that show them.
  ///
  /// Each comment says why no shorter path does. Of several shortest paths, the explorer reports
  /// the first: it restarts a state before it carries out the moves, in the order of the app.
  static let all: [PlantedFault] = [
    // Help closes the list, and has no other move. Before the text arrives, its arrival is a move.
    .init(.helpReplacesTheList, .deadEnd, after: [.help, .textArrives]),
    // The way back is offered, but changes nothing.
    .init(.helpSwallowsBack, .deadEnd, after: [.help, .textArrives]),

    // A screen that is missing has no path.
    .init(.nothingLeadsToHelp, .unreachedScreen),

    // The move is offered at the start.
    .init(.soldOutArticleIsOffered, .refusedMove, after: [.move(.open(3))]),
    // The move throws a CancellationError, although nothing has cancelled the move.
    .init(.orderIsCancelled, .refusedMove, after: [.open, .order]),

    // The fresh amount is 0, so one must be added before the restart loses it.
    .init(.amountIsNotSaved, .changedByRestart, after: [.open, .more, .restart]),
    // The fresh amount decodes, the next one does not. The toolkit says so, too.
    .init(.amountDoesNotDecode, .diagnostic, .changedByRestart, after: [.open, .more, .restart]),
    // Only the new process has nothing that waits for the answer, which the toolkit reports, too.
    .init(
      .resultIsRegisteredLate,
      .diagnostic,
      .changedByRestart,
      after: [.open, .ask, .restart, .answer]
    ),

    // As with a restart, only an amount above 0 can get lost.
    .init(
      .pauseResetsAmount,
      .changedByPause,
      after: [.open, .more, .background, .foreground]
    ),
    // The state is the same after the return. What is lost shows when the server answers.
    .init(
      .loadingEndsInBackground,
      .changedByPause,
      after: [.help, .background, .foreground, .textArrives]
    ),
    // The help loads each time it becomes visible, and a pause ends the loading. In the background
    // it is hidden, so only what covers the app partly pauses it for good.
    .init(
      .loadingEndsUnderCover,
      .changedByPause,
      after: [.help, .partlyCovered, .foreground, .textArrives]
    ),

    // Seen in the background; nothing is wrong after the return.
    .init(.basketResumesItself, .wrongStage, after: [.basket, .background]),
    // In the background it is hidden anyway.
    .init(.basketHidesItself, .wrongStage, after: [.basket, .partlyCovered]),
    // The list resumes itself while the help covers it.
    .init(.listResumesItself, .wrongStage, after: [.help]),
    // The item is shown, and not resumed.
    .init(.itemPausesItself, .wrongStage, after: [.open, .more]),

    // The item retains its closure, and both outlive the end of the app.
    .init(.closureRetainsItem, .leak, after: [.open]),
    // The service ends with the app, so the item must be closed before the app ends.
    .init(.serviceRetainsItem, .leak, after: [.open, .back]),
    // The upload begins with the item, and still runs when the app has ended.
    .init(.uploadIgnoresCancellation, .runningTask, after: [.open]),

    // The navigator does not know which screen was tapped. A help screen opens twice as well.
    .init(.anyoneMayOpenScreens, .changedBySecondTap, after: [.twice(.open(1))]),

    // It is seen on the screen that the link is made for.
    .init(.linkNamesTheNextArticle, .wrongLink, after: [.open]),
    // The first of the two screens whose link the guard turns away.
    .init(.guardMisleadsLinks, .wrongLink, after: [.open]),
    // Another path could lead to the item alone, so all states must be known.
    .init(.linkForgetsTheList, .wrongRoute),

    // The list fails when it is resumed, before any event.
    .init(.startFails, .diagnostic),

    // Two of an article are allowed, and each is added by one move.
    .init(.limitIsOffByOne, .brokenRule, after: [.open, .more, .more, .more]),
  ]
}

extension Set<ExplorationFindingKind> {
  /// Without these kinds, an explorer interrupts no path.
  static let interruptions: Self = [.changedByPause, .changedByRestart]
}

extension AppEvent<KioskMove> {
  static let open = move(.open(1))
  static let more = move(.more)
  static let order = move(.order)
  static let ask = move(.ask)
  static let answer = move(.answer(2))
  static let basket = move(.basket)
  static let help = move(.help)
  static let textArrives = move(.textArrives)
}
