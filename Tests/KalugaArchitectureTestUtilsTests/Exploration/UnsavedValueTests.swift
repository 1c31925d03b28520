import KalugaArchitecture
import KalugaSessions
import KalugaStores
import Testing

@testable import KalugaArchitectureTestUtils

/// Values of screens that a restart loses.
@MainActor
struct UnsavedValueTests {
  /// Explores the app, without a report to the test framework.
  private func explore(
    ignoring ignored: Set<ExplorationFindingKind> = [],
    unsavedValues: Set<String> = [],
    unsavedState: @escaping @MainActor (NotesViewModel) -> String = { _ in "" },
    _ makeViewModel: @escaping @MainActor () -> NotesViewModel
  ) async throws -> Exploration<NotesApp.Move> {
    let walker = AppWalker(ignoring: ignored) { snapshot, _ in
      NotesApp(snapshot, unsavedState, unsavedValues, makeViewModel)
    }
    return try await AppExplorer(walker, maximumStates: 100, maximumDepth: 10).explore()
  }

  @Test func `a changed value that is neither saved nor in unsavedState is found`() async throws {
    let exploration = try await explore { ForgetfulViewModel() }
    let replay = #"try await replayApp([.move(.type("a")), .restart]) { … }"#
    #expect(
      "\(exploration)" == """
        2 states, 5 events, at most 1 events deep: these are all states
        unsaved value: .move(.type("a")) changes ForgetfulViewModel.written, which is neither saved nor \
        in unsavedState
            \(replay)
        """
    )
    let walker = AppWalker(ignoring: []) { snapshot, _ in
      NotesApp(snapshot, { _ in "" }, [], { ForgetfulViewModel() })
    }
    try await walker.replay([.move(.type("a")), .restart])
    #expect(walker.findings == exploration.findings)
  }

  private func makeStore() -> ReducerStore<String, String, String, Never> {
    ReducerStore(initialState: "") { $0 = $1 }
  }

  @Test func `a value of a flow, of a store and of a child is found, too`() async throws {
    struct Input { let text: DefaultSubject<String> }
    let viewModels: [(name: String, make: @MainActor () -> NotesViewModel)] = [
      ("holder", { HoldingViewModel(MutableStateFlow("")) { $0.value = $1 } }),
      ("holder", { HoldingViewModel(makeStore()) { $0.send($1) } }),
      ("text", { ParentViewModel() }),
      ("holder", { HoldingViewModel(UninitializedSubject<String>()) { $0.current = .value($1) } }),
      (
        "holder.text",
        { HoldingViewModel(Input(text: DefaultSubject(default: ""))) { $0.text.current = $1 } }
      ),
    ]
    for (name, viewModel) in viewModels {
      let findings = try await explore(viewModel).findings
      #expect(findings.map(\.kind) == [.unsavedValue])
      #expect(findings.first?.text.contains(".\(name), which is ") == true, "\(findings)")
    }
  }

  @Test func `a value that only the result of another screen changes is found`() async throws {
    let findings = try await explore { AskingViewModel() }.findings
    #expect(findings.map(\.path) == [[.move(.ask), .move(.answer), .restart]])
    #expect(findings.first?.text.hasPrefix(".move(.answer) changes AskingViewModel.answer") == true)
  }

  @Test func `a value whose own state differs after a restart is found`() async throws {
    let findings = try await explore(unsavedState: { $0.isFresh ? "fresh" : "restored" }) {
      ForgetfulViewModel()
    }.findings
    #expect(findings.map(\.path) == [[.move(.type("a")), .restart]])
  }

  // MARK: What is in order

  @Test func `a saved value, and a value that is derived from it, are in order`() async throws {
    let exploration = try await explore { SavingViewModel() }
    #expect(exploration.findings == [])
    #expect(exploration.stateCount == 4)
  }

  @Test func `a value in unsavedState is in order`() async throws {
    let exploration = try await explore(unsavedState: { $0.text }) { ForgetfulViewModel() }
    #expect(exploration.findings == [])
    #expect(exploration.stateCount == 4)
  }

  @Test func `a value that a new process has again is in order`() async throws {
    #expect(try await explore { LoadingViewModel() }.findings == [])
    // It has returned to its first value.
    #expect(try await explore { BusyViewModel() }.findings == [])
  }

  @Test func `a value that no move has changed is in order`() async throws {
    var starts = 0
    let findings = try await explore {
      starts += 1
      return NumberedViewModel(number: starts)
    }.findings
    #expect(findings == [])
  }

  @Test func `a value of unsavedValues is in order, and adds no states`() async throws {
    let exploration = try await explore(unsavedValues: ["ForgetfulViewModel.written"]) {
      ForgetfulViewModel()
    }
    #expect(exploration.findings == [])
    #expect(exploration.stateCount == 2)
  }

  @Test func `an app that saves nothing, and a kind that is ignored, have no findings`()
    async throws
  {
    for kind in [ExplorationFindingKind.changedByRestart, .unsavedValue] {
      #expect(try await explore(ignoring: [kind]) { ForgetfulViewModel() }.findings == [])
    }
  }
}

/// A screen with a text, and a question that is asked on it.
@MainActor
private final class NotesApp: ExploredApp {
  enum Screen: NavigationDestination { case notes, question }

  enum Move: AppMove { case type(String), ask, answer }

  let driver: NavigationDriver<Screen>
  let unsavedValues: Set<String>
  private let describe: @MainActor (NotesViewModel) -> String

  init(
    _ snapshot: NavigationSnapshot<Screen>?,
    _ unsavedState: @escaping @MainActor (NotesViewModel) -> String,
    _ unsavedValues: Set<String>,
    _ makeViewModel: @escaping @MainActor () -> NotesViewModel
  ) {
    describe = unsavedState
    self.unsavedValues = unsavedValues
    driver = NavigationDriver(root: .notes, restoring: snapshot) { screen, driver in
      guard screen == .notes else { return BaseLifecycleViewModel() }
      let viewModel = makeViewModel()
      viewModel.isFresh = snapshot == nil
      return viewModel
    }
  }

  private var notes: NotesViewModel? {
    driver.viewModel(of: driver.stack.current.entries[0].id) as? NotesViewModel
  }

  var unsavedState: String { notes.map(describe) ?? "" }

  var moves: [Move] {
    driver.stack.current.top.destination == .notes ? [.type("a"), .type(""), .ask] : [.answer]
  }

  func perform(_ move: Move) throws {
    switch move {
    case .type(let text): notes?.type(text)
    case .ask: try driver.perform(.present(.question))
    case .answer:
      try driver.perform(.dismiss())
      notes?.answered()
    }
  }
}

/// A screen with a text, which is forgotten.
private class NotesViewModel: BaseLifecycleViewModel {
  /// Whether no process has run before.
  var isFresh = true
  var text: String { "" }

  init() { super.init() }

  func type(_ text: String) {}
  func answered() {}
}

private final class ForgetfulViewModel: NotesViewModel {
  @InitializedSubject private var written = ""
  private lazy var isEmpty = $written.map(\.isEmpty)
  override var text: String { written }

  override init() {
    super.init()
    _ = isEmpty
  }

  override func type(_ text: String) { written = text }
}

private final class SavingViewModel: NotesViewModel {
  @Saved("text") private var written = ""
  private lazy var isEmpty = $written.map(\.isEmpty)

  override init() {
    super.init()
    _ = isEmpty
  }

  override func type(_ text: String) { written = text }
}

/// Keeps the text in an object of any type.
private final class HoldingViewModel<Holder>: NotesViewModel {
  private let holder: Holder
  private let write: (Holder, String) -> Void

  init(_ holder: Holder, write: @escaping (Holder, String) -> Void) {
    self.holder = holder
    self.write = write
    super.init()
  }

  override func type(_ text: String) { write(holder, text) }
}

private final class ParentViewModel: NotesViewModel {
  private final class PartViewModel: BaseLifecycleViewModel {
    @InitializedSubject var text = ""
  }

  private let part = PartViewModel()

  override init() {
    super.init()
    addChild(part)
  }

  override func type(_ text: String) { part.text = text }
}

private final class AskingViewModel: NotesViewModel {
  @InitializedSubject private var answer = false

  override func answered() { answer = true }
}

/// Shows a greeting that each process loads again.
private final class LoadingViewModel: NotesViewModel {
  @InitializedSubject private var greeting = ""

  override func onResume(scope: TaskScope) {
    scope.launch { [weak self] in self?.greeting = "Hello" }
  }

  override func onPause() { greeting = "" }
}

/// Is busy only while a move is carried out.
private final class BusyViewModel: NotesViewModel {
  @InitializedSubject private var isBusy = false

  override func type(_ text: String) {
    isBusy = true
    scope.launch { [weak self] in self?.isBusy = false }
  }
}

private final class NumberedViewModel: NotesViewModel {
  @InitializedSubject private var number: Int

  init(number: Int) {
    _number = InitializedSubject(wrappedValue: number)
    super.init()
  }
}
