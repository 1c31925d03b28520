public import KalugaArchitecture
import KalugaSessions

/// An app that a test explores: it knows which moves are possible in its current state.
///
///     extension ShopUnderTest: ExploredApp {
///       var moves: [ShopMove] {
///         switch driver.topViewModel {
///         case let list as ListViewModel: list.items.indices.map { .itemTapped($0) }
///         case is OrderViewModel: [.buy, .cancel]
///         default: []
///         }
///       }
///     }
///
/// Going back, answering a `Question`, pauses, changes of the width and the end of the process are
/// possible in every app, so the explorer adds them itself. While a question is asked, it makes no
/// other move of the user (see ``isTap(_:)``). Let services answer through moves too, such as
/// `.network(isOnline: false)`.
@MainActor
public protocol ExploredApp: ReplayableApp {
  /// The moves that are possible in the current state; for texts, a few inputs that matter.
  var moves: [Move] { get }

  /// Returns whether the user makes the move by a tap, so that two taps at once must lead to the same
  /// screens as one.
  ///
  /// By default true. Return false for a move of a service, such as an answer of the network, which
  /// may come too late.
  func isTap(_ move: Move) -> Bool

  /// Tells states apart, together with ``unsavedState``: the explorer visits only one of several
  /// states with the same texts.
  ///
  /// By default, ``savedText``. Add other values that a restart must keep, such as the state of a
  /// service that outlives the process. Values that grow without limit, such as a counter, must not
  /// be part of it.
  ///
  ///     var stateKey: String { get throws { try "\(savedText) \(server.orders)" } }
  var stateKey: String { get throws }

  /// What an interruption may change, such as loaded content and answers that the app waits for.
  ///
  /// After a pause or in a new process, it may differ, and so may the moves that it
  /// makes possible. By default empty.
  var unsavedState: String { get }

  /// The names of observables that a restart may lose although they do not tell states apart, such
  /// as `HomeViewModel.message`; by default none.
  ///
  /// A value that users expect to be gone, such as a message or a counter, needs no `@Saved`, and
  /// would only add states as a part of ``unsavedState``.
  var unsavedValues: Set<String> { get }

  /// Whether the app may end in the current state, so that no move needs to lead on from it.
  ///
  /// By default false.
  var isFinished: Bool { get }

  /// The names of all screens, each of which must be reached; by default none.
  var screenNames: [String] { get }

  /// The links of the app, each of which must lead to the screens that it is made for; by default
  /// nil.
  var links: DeepLinks<Destination>? { get }

  /// Checks rules of the app that hold in every state; by default none.
  ///
  /// An `#expect` or a `#require` of Swift Testing that fails is reported once, like a thrown error.
  /// The test also records it as a known issue in each state that breaks the rule.
  ///
  /// - Throws: An error that describes the broken rule.
  func checkRules() throws
}

extension ExploredApp {
  /// True: the user makes each move by a tap.
  public func isTap(_ move: Move) -> Bool { true }

  /// The stack and everything that the app saves with it, as text.
  ///
  /// Two states with the same text are alike after a restart.
  public var savedText: String {
    get throws { try driver.savedText }
  }

  /// The stack and everything that the app saves with it.
  public var stateKey: String {
    get throws { try savedText }
  }

  /// Nothing: an interruption changes nothing that tells states apart.
  public var unsavedState: String { "" }

  /// No names: a restart keeps each value that moves change, or `unsavedState` contains it.
  public var unsavedValues: Set<String> { [] }

  /// False: some move leads on from each state.
  public var isFinished: Bool { false }

  /// No names: the explorer does not look for screens that it has not reached.
  public var screenNames: [String] { [] }

  /// Nil: the app has no links.
  public var links: DeepLinks<Destination>? { nil }

  /// Checks nothing.
  public func checkRules() throws {}

  /// The events that are possible in the current state, without those of the system.
  var events: [AppEvent<Move>] {
    let answers = driver.shownQuestion?.asked.question.choices ?? []
    return moves.filter { answers.isEmpty || !isTap($0) }.map { .move($0) }
      + answers.map { .answer($0.name) } + (driver.canGoBack.current ? [.back] : [])
  }

  /// The possible moves of the user, made twice at once.
  var secondTaps: [AppEvent<Move>] {
    driver.shownQuestion == nil ? moves.filter(isTap).map { .twice($0) } : []
  }
}
