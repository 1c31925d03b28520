import KalugaArchitecture
import Testing

@testable import KalugaArchitectureTestUtils

/// Tests which stages an explorer expects, by the host and by what covers a screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WrongStageTests {
  private enum Screen: NavigationDestination {
    case map, filters, pins, pin, help

    var isDetail: Bool { self == .filters }
  }

  private final class Map: BaseLifecycleViewModel {
    let pins = NavigationDriver(root: Screen.pins) { screen, _ in screen == .pin ? Pin() : Pins() }

    init() {
      super.init()
      addChild(pins)
    }
  }

  private final class Pins: BaseLifecycleViewModel {}
  private final class Pin: BaseLifecycleViewModel {}
  private final class Filters: BaseLifecycleViewModel {}
  private final class Help: BaseLifecycleViewModel {}

  /// The presentations of the filters over the map, each with what it covers.
  private nonisolated static let presentations: [(NavigationSpec<Screen>, isPartial: Bool)] = [
    (.present(.filters), false),
    (.present(.filters, covering: .partly), true),
    (.present(.filters, style: .sheet()), false),
    (.present(.filters, style: .sheet(detents: [.large])), false),
    (.present(.filters, style: .sheet(detents: [.medium, .large])), true),
    (.present(.filters, style: .popover), true),
    (.present(.filters, style: .overlay()), true),
    (.present(.filters, style: .overlay(), covering: .wholly), false),
    (.present(.filters, style: .cover()), false),
    (.present(.filters, style: .cover(), covering: .partly), true),
    (.push(.filters), false),
  ]

  private let map = Map()
  private let filters = Filters()
  private let driver: NavigationDriver<Screen>

  init() throws {
    driver = NavigationDriver(root: Screen.map) { [map, filters] screen, _ in
      switch screen {
      case .map: map
      case .filters: filters
      case .help, .pins, .pin: Help()
      }
    }
    driver.start()
    try map.pins.perform(.push(.pin))
  }

  private var problems: [String] {
    stageProblems(of: driver, in: ExpectedStage(driver.hostState)).map(\.text)
  }

  /// The stages in the order of the table: of the map, of the pin nested in it, and of the filters.
  private var stages: [LifecycleStage] {
    [map.stage.current, map.pins.topViewModel?.stage.current ?? .cleared, filters.stage.current]
  }

  @Test(arguments: 0..<presentations.count)
  func `a driver gives each screen the stage that is expected`(_ number: Int) throws {
    let (presentation, isPartial) = Self.presentations[number]
    try driver.perform(presentation)
    let ofMap: LifecycleStage = isPartial ? .visible : .paused
    for (host, expected) in [
      (HostState.active, [ofMap, ofMap, .resumed]),
      (.inactive, [ofMap, ofMap, .visible]),
      (.background, [.paused, .paused, .paused]),
      (.active, [ofMap, ofMap, .resumed]),
    ] {
      driver.hostState = host
      #expect(stages == expected, "\(driver.stack.current), \(host)")
      #expect(problems == [], "\(driver.stack.current), \(host)")
    }
    for covering in [PresentationCovering.wholly, .partly] {
      try driver.perform(.present(.help, covering: covering))
      for host in [HostState.active, .inactive, .background] {
        driver.hostState = host
        #expect(problems == [], "\(driver.stack.current), \(host)")
      }
      try driver.perform(.dismiss())
    }
  }

  @Test func `a list is visible beside its detail, and covered in a narrow window`() throws {
    try driver.perform(.showDetail(.filters))
    for above in [nil, PresentationCovering.partly, .wholly] {
      if let above { try driver.perform(.present(.help, covering: above)) }
      for (isWide, host) in [(true, HostState.active), (true, .inactive), (true, .background)]
        + [(false, .active), (true, .active)]
      {
        (driver.isWide, driver.hostState) = (isWide, host)
        #expect(problems == [], "\(driver.stack.current), \(host)")
      }
      if above != nil { try driver.perform(.dismiss()) }
    }
    try driver.perform(.push(.help))
    #expect(stages.first == .visible)
    #expect(problems == [])
  }

  @Test func `a list with a wrong stage beside its detail is reported`() throws {
    try driver.perform(.showDetail(.filters))
    driver.isWide = true
    map.didResume()
    #expect(problems == ["Map is resumed, but beside its detail"])
    map.didPause()
    #expect(problems == ["Map is paused, but beside its detail"])
  }

  private nonisolated static let partly = NavigationSpec<Screen>.present(.filters, style: .popover)

  /// A host, what is presented in it, a wrong call, and the problems.
  private nonisolated static let mistakes:
    [(HostState, NavigationSpec<Screen>?, @MainActor @Sendable (Self) -> Void, [String])] = [
      (.active, nil, { $0.map.didPause() }, ["Map is paused, but on top"]),
      (
        .active, partly, { $0.map.didResume() },
        ["Map is resumed, but covered partly"]
      ),
      (
        .active, partly, { $0.map.pins.topViewModel?.didPause() },
        ["Pin is paused, but covered partly"]
      ),
      (
        .active, .present(.filters), { $0.map.pins.topViewModel?.didBecomeVisible() },
        ["Pin is visible, but covered"]
      ),
      (.active, partly, { $0.filters.didBecomeVisible() }, ["Filters is visible, but on top"]),
      (
        .inactive, partly, { $0.filters.didResume() },
        ["Filters is resumed, but the app is partly covered"]
      ),
      (
        .inactive, .push(.filters), { $0.map.pins.topViewModel?.didBecomeVisible() },
        ["Pin is visible, but covered"]
      ),
      (
        .background, partly, { $0.filters.didBecomeVisible() },
        ["Filters is visible, but the app is in the background"]
      ),
      (
        .background, partly, { $0.map.pins.topViewModel?.didResume() },
        ["Pin is resumed, but the app is in the background"]
      ),
    ]

  @Test(arguments: 0..<mistakes.count)
  func `a wrong stage is reported with its reason`(_ number: Int) throws {
    let (host, presentation, makeMistake, expected) = Self.mistakes[number]
    if let presentation { try driver.perform(presentation) }
    driver.hostState = host
    #expect(problems == [])
    makeMistake(self)
    #expect(problems == expected)
  }
}
