import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

// The samples of the article on stages.

protocol PlacesAPI: Sendable {
  var positions: StateFlow<String> { get }
  func places() async throws -> [String]
}

final class MapViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var position = "unknown"
  private(set) lazy var places = load(during: .visible, api.places)

  private let api: any PlacesAPI

  init(api: any PlacesAPI) {
    self.api = api
    super.init()
    collectWhileVisible(api.positions) { [weak self] in self?.position = $0 }
  }
}

private enum TownScreen: NavigationDestination {
  case map, filters
}

private final class PlacesStub: PlacesAPI {
  let current = MutableStateFlow("square")
  let gate = Gate()

  var positions: StateFlow<String> { current.asStateFlow() }

  func places() async throws -> [String] {
    try await gate.pass()
    return ["bakery"]
  }
}

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LifecycleSamples {
  @Test func `a map under a partial sheet keeps its location and its load`() async throws {
    let api = PlacesStub()
    let map = MapViewModel(api: api)
    watchWork(of: map.scope)
    _ = map.places
    let driver = NavigationDriver(root: TownScreen.map) { screen, _ in
      screen == .map ? map : BaseLifecycleViewModel()
    }
    driver.start()
    defer { driver.end() }
    try await api.gate.waitForArrivals(1)
    try driver.perform(.present(.filters, covering: .partly))
    #expect("\(driver.stack.current)" == "[map] ▸ partly [filters]")
    #expect(map.stage.current == .visible)
    api.current.value = "harbour"
    api.gate.open()
    try await waitUntilParked(map.scope)
    #expect(map.position == "harbour")
    #expect(map.places.current.value == ["bakery"])
    try driver.perform(.present(.filters, covering: .wholly))
    #expect(map.stage.current == .paused)
  }

  // Compiles the second block of the article.
  private func present(_ driver: NavigationDriver<TownScreen>) throws {
    try driver.perform(.present(.filters, covering: .partly))
    print(driver.stack.current)  // [map] ▸ partly [filters]
  }
}
