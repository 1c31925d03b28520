// The Swift blocks of the article on the system, word for word. Those that need UIKit are in Tests/AppleHosts.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import KalugaSystem
import Testing

enum ScannerScreen: NavigationDestination { case scanner }

enum ScannerNavigation: NavigationAction {
  case camera, settings
  case complain(to: String)
}

extension NavigationRequest
where Action == ScannerNavigation, Result == PermissionRequest.Answer {
  static var useCamera: Self { Self(.camera) }
}

final class ScannerViewModel: NavigatingViewModel<ScannerNavigation> {
  @InitializedSubject private(set) var hint = ""

  func scanTapped() throws(NavigationError) {
    let ticket = try navigator.navigate(.useCamera)
    scope.launch { [weak self] in
      switch await ticket.outcome {
      case .finished(.granted): self?.hint = "Hold it over the code."
      case .finished: self?.hint = "Allow the camera in the settings."
      case .refused(.unavailable): self?.hint = "This device has no camera."
      case .refused, .cancelled, .done: break
      }
    }
  }
}

@MainActor
func makeScannerNavigator(
  _ driver: NavigationDriver<ScannerScreen>
) -> any Navigator<ScannerNavigation> {
  StackNavigator(driver) { action throws(NavigationError) in
    switch action {
    case .camera: return .launch(PermissionRequest.camera)
    case .settings: return .launch(SystemLink.settings)
    case .complain(let address):
      return .launch(try Mail(to: [address], subject: "Codes & scanners"))
    }
  }
}

@MainActor
private func makeScannerDriver() -> NavigationDriver<ScannerScreen> {
  NavigationDriver(root: .scanner) { _, driver in
    ScannerViewModel(navigator: makeScannerNavigator(driver))
  }
}

@MainActor
private final class ScannerUnderTest: ExploredApp {
  enum Move: AppMove {
    case scan
    case answer(String)
  }

  let driver = makeScannerDriver()
  let effects: ManualEffects

  init() { effects = ManualEffects(driver, SystemEffects.all) }

  private var scanner: ScannerViewModel? { driver.topViewModel as? ScannerViewModel }

  var moves: [Move] {
    if let asked = effects.open.current.last { return asked.answers.map(Move.answer) }
    return [.scan]
  }

  func perform(_ move: Move) throws {
    switch move {
    case .scan: try scanner?.scanTapped()
    case .answer(let answer): try effects.answer(answer)
    }
  }

  func isTap(_ move: Move) -> Bool { move == .scan }

  var unsavedState: String { "\(effects.open.current.map(\.prompt)) \(scanner?.hint ?? "")" }
}

@MainActor
struct SystemSamplesTests {
  @Test func `the scanner of the article asks for the camera, and explains the answer`()
    async throws
  {
    let driver = makeScannerDriver()
    let scanner = ScannerViewModel(navigator: makeScannerNavigator(driver))
    let hint = ValueRecorder(scanner.$hint)
    let effects = ManualEffects(driver, SystemEffects.all)
    driver.start()
    try scanner.scanTapped()
    try await effects.answerNext("denied")
    await hint.expect("", "Allow the camera in the settings.")
    driver.end()
    scanner.clear()
  }

  @Test func `a mail of the article to an address that is none is refused immediately`() throws {
    let driver = makeScannerDriver()
    driver.start()
    let error = NavigationError.invalidEffect(
      effect: "mail",
      field: "to 1",
      expected: "an address such as ada@example.org",
      found: "no @"
    )
    #expect(throws: error) { try makeScannerNavigator(driver).navigate(.complain(to: "ada")) }
    driver.end()
  }

  @Test func `the exploration of the article tries each answer`() async throws {
    let exploration = try await exploreApp { _, _ in ScannerUnderTest() }
    #expect(exploration.isComplete)
    let places = exploration.atlas.graphviz
    #expect(places.contains("scan") && places.contains("answer"))
  }

  @Test func `the article shows what the search example prints`() throws {
    let article = try Documentation.text("Sources/KalugaSystem/KalugaSystem.docc/system.md")
    let golden = try Documentation.text("Examples/Search/Tests/Transcripts/tour.out")
    let blocks = Documentation.blocks("text", of: article)
    #expect(blocks.count == 1)
    for line in blocks.flatMap({ $0.split(separator: "\n") }) {
      #expect(golden.contains("\(line)\n"))
    }
  }
}
