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

  @Test func `actions are recorded in order, with and without a result`() async throws {
    #expect(navigator.actions.isEmpty)
    // A request that expects no result ends as `done`.
    #expect(await (try navigator.navigate(.sheet)).outcome == .done)
    _ = try open(1, for: Int.self)
    try navigator.navigate(.sheet)
    #expect(navigator.actions == [.sheet, .details(1), .sheet])
  }

  @Test func `a navigator that throws records the actions anyway`() throws {
    let navigator = RecordingNavigator<Action>(throwing: failure)
    #expect(throws: failure) { try navigator.navigate(.sheet) }
    #expect(!navigator.navigateWithSuccess(.details(1)))
    #expect(navigator.actions == [.sheet, .details(1)])
    // The error can change during a test.
    navigator.failure = nil
    try navigator.navigate(.sheet)
    #expect(navigator.actions.count == 3)
  }

  @Test(.exhaustive) func `expect compares all actions since the last check`() throws {
    navigator.expect()
    try navigator.navigate(.details(1))
    try navigator.navigate(.sheet)
    navigator.expect(.details(1), .sheet)
    navigator.expect()
  }

  private struct Place: NavigationBundleContent, Codable, Equatable {
    var id: Int
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  private enum BundleAction: NavigationAction, Equatable {
    case place(NavigationBundle<Place>)
  }

  @Test(.exhaustive) func `expect compares actions that contain a bundle or one value`() throws {
    let places = RecordingNavigator<BundleAction>()
    try places.navigate(.place(Place(id: 1).bundle))
    places.expect(.place(Place(id: 1).bundle))
    #expect(Place(id: 1).bundle != Place(id: 2).bundle)
    let names = RecordingNavigator<SingleValueNavigationAction<String>>()
    let ada = SingleValueNavigationAction("Ada", .string, key: "name")
    try names.navigate(ada)
    names.expect(ada)
    #expect(ada != SingleValueNavigationAction("Ada", .string, key: "title"))
  }

  // MARK: Answers

  @Test func `each action can have its own answer`() async throws {
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

  @Test func `an answer of another type is refused with both types`() throws {
    navigator.answer { _ in .finish(1) }
    #expect(
      throws: NavigationError.unexpectedResult(screen: "details", expected: "String", found: "Int")
    ) { try open(1, for: String.self) }
    #expect(navigator.actions == [.details(1)])
  }

  // MARK: Finishing

  @Test func `going back cancels the newest open request`() async throws {
    let first = try open(1, for: Int.self)
    // The transition ends before the request.
    try await first.waitForTransition()
    let second = try open(2, for: String.self)
    try navigator.goBack()
    #expect(await second.outcome == .cancelled(.back))
    try navigator.finish(with: 42)
    #expect(await first.outcome == .finished(42))
  }

  @Test func `open requests end as cancelled when the navigator is released`() async throws {
    var navigator: RecordingNavigator<Action>? = RecordingNavigator()
    let ticket = try navigator?.navigate(NavigationRequest<Action, Int>(.details(1)))
    navigator = nil
    #expect(await ticket?.outcome == .cancelled(.hostEnded))
  }
}
