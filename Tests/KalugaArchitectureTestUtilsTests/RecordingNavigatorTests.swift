import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct RecordingNavigatorTests {
  private enum Action: NavigationAction, Hashable {
    case details(Int)
    case sheet
  }

  private let navigator = RecordingNavigator<Action>()
  private let failure = NavigationError.refused(action: "sheet", reason: "test")

  private func open<Result: Sendable>(
    _ number: Int,
    for type: Result.Type
  ) throws -> NavigationTicket<Result> {
    try navigator.navigate(NavigationRequest<Action, Result>(.details(number)))
  }

  /// What the call throws, as text.
  @Test func `actions are recorded in order, with and without result`() throws {
    #expect(navigator.actions.isEmpty)
    try navigator.navigate(.sheet)
    _ = try open(1, for: Int.self)
    try navigator.navigate(.sheet)
    #expect(navigator.actions == [.sheet, .details(1), .sheet])
  }

  @Test func `a request without result ends as done`() async throws {
    let ticket = try navigator.navigate(.sheet)
    #expect(await ticket.outcome == .done)
  }

  // MARK: Refusing

  @Test func `a navigator that throws records all the same`() {
    let navigator = RecordingNavigator<Action>(throwing: failure)
    #expect(throws: failure) { try navigator.navigate(.sheet) }
    #expect(!navigator.navigateWithSuccess(.details(1)))
    #expect(navigator.actions == [.sheet, .details(1)])
  }

  @Test func `what it throws can change during the test`() throws {
    navigator.failure = failure
    #expect(throws: failure) { try navigator.navigate(.sheet) }
    navigator.failure = nil
    try navigator.navigate(.sheet)
    #expect(navigator.actions.count == 2)
  }

  @Test func `a refused request opens nothing that could finish`() throws {
    navigator.failure = failure
    #expect(throws: failure) { try open(1, for: Int.self) }
    #expect(failureText { try navigator.finish(with: 1) } != nil)
  }

  // MARK: Answers

  @Test func `each action may have an answer of its own`() async throws {
    let failure = failure
    navigator.answer { action in
      switch action {
      case .details(1): .finish("one")
      case .details(2): .cancel(.closed)
      case .details(3): .refuse(failure)
      case .details(4): .fail(failure)
      default: .wait
      }
    }
    #expect(await (try open(1, for: String.self)).outcome == .finished("one"))
    #expect(await (try open(2, for: String.self)).outcome == .cancelled(.closed))
    #expect(await (try open(3, for: String.self)).outcome == .refused(failure))
    #expect(throws: failure) { try open(4, for: String.self) }
    #expect(await (try navigator.navigate(.sheet)).outcome == .done)
    let waiting = try open(5, for: String.self)
    try navigator.finish(with: "five")
    #expect(await waiting.outcome == .finished("five"))
    #expect(navigator.actions.count == 6)
  }

  @Test func `an answer of another type is refused and says so`() throws {
    navigator.answer { _ in .finish(1) }
    #expect(
      throws: NavigationError.unexpectedResult(screen: "details", expected: "String", found: "Int")
    ) { try open(1, for: String.self) }
    #expect(navigator.actions == [.details(1)])
  }

  // MARK: Finishing

  @Test func `a request for a result is open until the test finishes it`() async throws {
    let ticket = try open(1, for: String.self)
    try await ticket.transitioned()
    try navigator.finish(with: "edited")
    #expect(try await ticket.result == "edited")
  }

  @Test func `going back cancels the request that was opened last`() async throws {
    let first = try open(1, for: Int.self)
    let second = try open(2, for: String.self)
    try navigator.goBack()
    #expect(await second.outcome == .cancelled(.back))
    try navigator.finish(with: 42)
    #expect(await first.outcome == .finished(42))
  }

  @Test func `a result of another type is reported, and the request stays open`() async throws {
    let ticket = try open(1, for: Int.self)
    let message = failureText {
      try navigator.finish(with: "x", fileID: "Tests/File.swift", line: 7)
    }
    #expect(
      message
        == "Tests/File.swift:7: finish: the opener waits for a result of type Int, not String: "
        + "finish with the former, or correct the request"
    )
    try navigator.finish(with: 42)
    #expect(await ticket.outcome == .finished(42))
  }

  @Test func `finishing although nobody waits is reported`() throws {
    try navigator.navigate(.sheet)
    for call in ["finish", "goBack"] {
      let message = failureText {
        if call == "finish" {
          try navigator.finish(with: 1, fileID: "Tests/File.swift", line: 7)
        } else {
          try navigator.goBack(fileID: "Tests/File.swift", line: 7)
        }
      }
      #expect(
        message == "Tests/File.swift:7: \(call): nobody waits for a result; "
          + "recorded were 1 action(s): let the code under test navigate first, with a request that "
          + "has a result"
      )
    }
  }

  @Test func `each request finishes once`() throws {
    _ = try open(1, for: Int.self)
    try navigator.finish(with: 1)
    #expect(failureText { try navigator.finish(with: 1) } != nil)
    #expect(failureText { try navigator.goBack() } != nil)
  }

  @Test func `open requests end as cancelled when the navigator is released`() async throws {
    var navigator: RecordingNavigator<Action>? = RecordingNavigator()
    let ticket = try navigator?.navigate(NavigationRequest<Action, Int>(.details(1)))
    navigator = nil
    #expect(await ticket?.outcome == .cancelled(.hostEnded))
  }

  @Test func `the place of an error is the call in the test`() {
    let line: UInt = #line + 1
    let error = failureText { try navigator.goBack() }
    #expect(error?.contains("RecordingNavigatorTests.swift:\(line): ") == true)
  }

  // MARK: With a view model

  private final class Model: NavigatingViewModel<Action> {
    @InitializedSubject var text = ""

    func tapped() throws {
      let ticket = try navigator.navigate(NavigationRequest<Action, String>(.details(1)))
      scope.launch { [weak self] in
        if let result = try await ticket.result { self?.text = result }
      }
    }
  }

  @Test func `a view model receives the result`() async throws {
    try await withViewModel(Model(navigator: navigator)) { [navigator] harness in
      let texts = ValueRecorder(harness.viewModel.$text)
      try harness.viewModel.tapped()
      #expect(navigator.actions == [.details(1)])
      try navigator.finish(with: "edited")
      #expect(try await texts.next { !$0.isEmpty } == "edited")
    }
  }

  @Test func `a view model that waits for a result ends when it is cleared`() async throws {
    try await withViewModel(Model(navigator: navigator)) { harness in
      await harness.resume()
      try harness.viewModel.tapped()
    }
  }
}
