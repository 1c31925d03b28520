// The Swift blocks of README.md that explore Home, word for word, with the mistake and without it.
import Foundation
import KalugaArchitecture
import KalugaSessions
import KalugaTerminal
import NavigatorExampleFeatures
import Testing

@testable import KalugaArchitectureTestUtils
@testable import NavigatorExample

/// Home with a mistake: the task that waits for the result of Details ends with the process.
private final class HomeViewModel: NavigatingViewModel<HomeNavigation> {
  @Saved("details") private(set) var details = InputDetails(name: "Ada", number: 42)

  func detailsTapped() throws(NavigationError) {
    let ticket = try navigator.navigate(.edit(details))
    scope.launch { [weak self] in
      if let edited = try await ticket.result { self?.details = edited }
    }
  }
}

/// Home without the mistake.
private final class MendedHomeViewModel: NavigatingViewModel<HomeNavigation> {
  @Saved("details") private(set) var details = InputDetails(name: "Ada", number: 42)
  private let edited = NavigationResultKey<InputDetails>("edited")

  init(navigator: any Navigator<HomeNavigation>) {
    super.init(navigator: navigator)
    onResult(edited) { [weak self] in self?.details = $0 }  // in init
  }

  func detailsTapped() throws(NavigationError) {
    try navigate(.edit(details), resultTo: edited)
  }
}

@MainActor
private final class HomeAndDetails: ExploredApp {
  enum Move: AppMove { case details, inverse, finish }

  let driver: NavigationDriver<Destination>

  init(_ snapshot: NavigationSnapshot<Destination>?, isMended: Bool = false) {
    driver = NavigationDriver(root: .home, restoring: snapshot) { screen, driver in
      makeScreen(screen, driver, isMended: isMended)
    }
  }

  var moves: [Move] { driver.topViewModel is DetailsViewModel ? [.inverse, .finish] : [.details] }

  func perform(_ move: Move) throws {
    switch (move, driver.topViewModel) {
    case (.inverse, let details as DetailsViewModel): details.inverseTapped()
    case (.finish, let details as DetailsViewModel): try details.finishTapped()
    case (_, let home as HomeViewModel): try home.detailsTapped()
    case (_, let home as MendedHomeViewModel): try home.detailsTapped()
    default: break
    }
  }
}

@MainActor
private func makeScreen(
  _ screen: Destination,
  _ driver: NavigationDriver<Destination>,
  isMended: Bool
) -> BaseLifecycleViewModel {
  if case .details(let details) = screen {
    // Without the question of the example, so that the README shows less.
    return DetailsViewModel(
      details,
      navigator: StackNavigator(driver) { action in
        switch action {
        case .finish(let details): .pop(result: NavigationResult(details))
        case .back, .askToDiscard: .pop()
        }
      }
    )
  }
  let navigator = StackNavigator(driver) { (action: HomeNavigation) in
    switch action {
    case .details(let details): .push(.details(details))
    case .sheet: .present(.sheet)
    }
  }
  return isMended
    ? MendedHomeViewModel(navigator: navigator) : HomeViewModel(navigator: navigator)
}

@MainActor
struct ReadmeExplorationTests {
  private static func readme() throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    return try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
  }

  /// Returns the contents of the first fenced block of the README in a language.
  private static func block(_ language: String) throws -> String {
    let readme = try readme()
    let start = try #require(readme.firstRange(of: "```\(language)\n")).upperBound
    let end = try #require(readme[start...].firstRange(of: "```")).lowerBound
    return String(readme[start..<end])
  }

  @Test func `the README shows what the exploration of its Home finds`() async throws {
    let shown = try Self.block("text")
    // A report that the README does not show fails the test.
    try await withKnownIssue("Home awaits the result of Details.") {
      try await exploreApp { snapshot, _ in HomeAndDetails(snapshot) }
    } matching: { issue in
      issue.comments.contains { "\($0.rawValue)\n" == shown }
    }
  }

  @Test func `a test of this Home alone passes`() async throws {
    let navigator = RecordingNavigator<HomeNavigation>()
    let edited = InputDetails(name: "Grace", number: 1)
    try await withViewModel(HomeViewModel(navigator: navigator)) { harness in
      let details = ValueRecorder(harness.viewModel.$details)
      try await details.skip()
      try harness.viewModel.detailsTapped()
      try navigator.finish(with: edited)
      await details.expect(edited)
    }
  }

  @Test func `the lines that the README replays show the problems`() async throws {
    for (events, kind) in [
      ([.move(.details), .restart, .move(.finish)], ExplorationFindingKind.diagnostic),
      ([.move(.details), .move(.inverse), .restart, .move(.finish)], .changedByRestart),
    ] as [([AppEvent<HomeAndDetails.Move>], ExplorationFindingKind)] {
      let walker = AppWalker(ignoring: []) { snapshot, _ in HomeAndDetails(snapshot) }
      try await walker.replay(events)
      #expect(walker.findings.map(\.kind).contains(kind))
      #expect(
        try Self.block("text").contains(
          "replayApp([\(events.map(\.description).joined(separator: ", "))])"
        )
      )
    }
  }

  @Test func `with the lines that the README adds, every state is in order`() async throws {
    try await exploreApp { snapshot, _ in HomeAndDetails(snapshot, isMended: true) }
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let changes = try Self.block("diff").split(separator: "\n")
    #expect(changes.count == 3)
    for line in changes {
      #expect(source.contains("\n\(line.dropFirst())\n"), "not compiled: \(line)")
    }
  }

  @Test func `the README shows the screen that its commands lead to`() async throws {
    let picture = try Self.block("screen").split(separator: "\n")
    let shown = picture.dropFirst().dropLast()
      .compactMap { $0.split(separator: "│").first?.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    let typed = ["name Ada", "number 42", "details", "inverse"]
    let output = StringSink()
    await ExampleApp.make(on: .script(typed, output: output), ticker: ManualTicker()).run()
    let screen = output.lines.split { $0.hasPrefix(">") }.last?.prefix { $0.hasPrefix("  ") }
    #expect(screen?.map { $0.trimmingCharacters(in: .whitespaces) } == ["Details"] + shown)
    let commands = typed.map { "`\($0)`" }
    let list = commands.dropLast().joined(separator: ", ") + " and " + commands[3]
    #expect(try Self.readme().contains("After \(list), "))
    #expect(picture.first?.hasPrefix("┌ Details ") == true)
  }
}
