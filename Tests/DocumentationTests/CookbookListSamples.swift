// The Swift blocks of the cookbook, word for word: what is loaded and sent.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// MARK: A paging list

final class PhotosViewModel: BaseLifecycleViewModel {
  private(set) lazy var photos = Pager(in: scope, startingAt: 1) { [fetch] page in
    try await fetch(page)
  }
  lazy var footer = photos.map { photos in
    if photos.isLoading { return "Loading…" }
    if let error = photos.error { return "Tap to try again: \(error)" }
    return photos.isAtEnd ? "That is all" : ""
  }

  private let fetch: @MainActor (_ page: Int) async throws -> (items: [String], next: Int?)

  init(fetch: @escaping @MainActor (_ page: Int) async throws -> (items: [String], next: Int?)) {
    self.fetch = fetch
    super.init()
  }

  override func onResume(scope: TaskScope) {
    if photos.current.items.isEmpty { photos.loadNext() }
  }

  func lastRowAppeared() { photos.loadNext() }
  func footerTapped() { photos.loadNext() }
  func pulledDown() { photos.refresh() }
}

// MARK: A list and its details

struct Plant: Codable, Hashable, NavigationBundleContent {
  var id: Int
  var name: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

enum GardenNavigation: NavigationAction, Equatable { case plant(Plant) }

extension NavigationRequest where Action == GardenNavigation, Result == Plant {
  static func edit(_ plant: Plant) -> Self { Self(.plant(plant)) }
}

final class GardenViewModel: NavigatingViewModel<GardenNavigation> {
  @Saved("plants") private(set) var plants: [Plant] = []

  private let edited = NavigationResultKey<Plant>("edited")

  init(_ plants: [Plant], navigator: any Navigator<GardenNavigation>) {
    self.plants = plants
    super.init(navigator: navigator)
    onResult(edited) { [weak self] in self?.replace($0) }
  }

  func plantTapped(_ plant: Plant) throws(NavigationError) {
    try navigate(.edit(plant), resultTo: edited)
  }

  private func replace(_ edited: Plant) {
    for index in plants.indices where plants[index].id == edited.id { plants[index] = edited }
  }
}

enum GardenScreen: NavigationDestination { case garden, plant(Plant) }
enum PlantNavigation: NavigationAction, Equatable { case done(Plant) }
typealias PlantViewModel = NavigatingViewModel<PlantNavigation>

@MainActor
func makeGardenScreen(
  _ screen: GardenScreen,
  _ driver: NavigationDriver<GardenScreen>
) -> BaseLifecycleViewModel {
  switch screen {
  case .garden:
    let navigator = StackNavigator(driver) { (action: GardenNavigation) in
      switch action {
      case .plant(let plant): .push(.plant(plant))
      }
    }
    return GardenViewModel([Plant(id: 1, name: "Rose")], navigator: navigator)
  case .plant:
    let navigator = StackNavigator(driver) { (action: PlantNavigation) in
      switch action {
      case .done(let plant): .pop(result: NavigationResult(plant))
      }
    }
    return PlantViewModel(navigator: navigator)
  }
}

// MARK: Polling

final class DepartureViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var minutes: Int?
  @InitializedSubject private(set) var isOutdated = false

  init(
    clock: any Clock<Duration> = ContinuousClock(),
    minutesLeft: @escaping @MainActor () async throws -> Int
  ) {
    super.init()
    poll(every: .seconds(20), clock: clock) { [weak self] in
      do {
        self?.minutes = try await minutesLeft()
        self?.isOutdated = false
      } catch  where !Task.isCancelled {
        self?.isOutdated = true  // the next run may succeed
      }
    }
  }
}

// MARK: A stream of a service

final class PulseViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var pulse: Int?

  init(pulses: AsyncStream<Int>) {
    super.init()
    collectWhileResumed(pulses.shareIn(scope)) { [weak self] in self?.pulse = $0 }
  }
}

// MARK: An optimistic update

final class PostViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var isLiked = false
  let problems = EventChannel<String>()

  /// What the service knows.
  private var wasLiked = false
  private lazy var sending = LatestWork(in: scope)
  private let like: @MainActor (Bool) async throws -> Void

  init(like: @escaping @MainActor (Bool) async throws -> Void) {
    self.like = like
    super.init()
  }

  func likeTapped() {
    isLiked.toggle()
    sending.run { [weak self, like, isLiked] in
      do {
        try await like(isLiked)
        self?.wasLiked = isLiked
      } catch  where !Task.isCancelled {
        self?.rollBack(error)
      }
    }
  }

  private func rollBack(_ error: any Error) {
    isLiked = wasLiked
    problems.send("not saved: \(error)")
  }
}

// MARK: An offline cache

final class HeadlinesViewModel: BaseLifecycleViewModel {
  @Saved private(set) var headlines: [String]
  private(set) lazy var update = load { @MainActor [fetch, headlines = $headlines] in
    let newest = try await fetch()
    try Task.checkCancellation()  // a service may answer nevertheless
    headlines.current = newest
  }
  lazy var lines = combine($headlines, update) { headlines, update in
    update.error == nil ? headlines : ["You are offline"] + headlines
  }

  private let fetch: @MainActor () async throws -> [String]

  init(cache: SavedFile, fetch: @escaping @MainActor () async throws -> [String]) {
    _headlines = Saved(wrappedValue: [], cache)
    self.fetch = fetch
    super.init()
  }

  func pulledDown() { update.reload() }
}

// MARK: Tests

struct TestProblem: Error, CustomStringConvertible {
  let description = "it did not work"
}

@MainActor
struct CookbookListTests {
  @Test func `pages follow each other, and a failed one is loaded again`() async throws {
    var fails = true
    try await withViewModel(
      PhotosViewModel { page in
        if page == 2, fails { throw TestProblem() }
        return (["photo \(page)"], next: page < 2 ? page + 1 : nil)
      }
    ) { harness in
      let footer = ValueRecorder(harness.viewModel.footer)
      await harness.resume()
      await footer.expect("", "Loading…", "")
      harness.viewModel.lastRowAppeared()
      await footer.expect("Loading…", "Tap to try again: it did not work")
      fails = false
      harness.viewModel.footerTapped()
      await footer.expect("Loading…", "That is all")
      #expect(harness.viewModel.photos.current.items == ["photo 1", "photo 2"])
    }
  }

  @Test func `the edited plant replaces the old one`() async throws {
    let navigator = RecordingNavigator<GardenNavigation>()
    let (rose, fern) = (Plant(id: 1, name: "Rose"), Plant(id: 2, name: "Fern"))
    try await withViewModel(GardenViewModel([rose, fern], navigator: navigator)) { harness in
      let plants = ValueRecorder(harness.viewModel.$plants)
      try harness.viewModel.plantTapped(fern)
      navigator.expect(.plant(fern))
      try navigator.finish(with: Plant(id: 2, name: "Ivy"))
      await plants.expect([rose, fern], [rose, Plant(id: 2, name: "Ivy")])
    }
  }

  @Test func `the edited plant arrives in a later process`() async throws {
    let (rose, tulip) = (Plant(id: 1, name: "Rose"), Plant(id: 1, name: "Tulip"))
    let process = SimulatedProcess {
      NavigationDriver(root: .garden, restoring: $0, screen: makeGardenScreen)
    }
    try (process.driver.topScreen as? GardenViewModel)?.plantTapped(rose)
    try await process.dieAndRestore()
    try (process.driver.topScreen as? PlantViewModel)?.navigator.navigate(.done(tulip))
    let garden = try #require(process.driver.topScreen as? GardenViewModel)
    await ValueRecorder(garden.$plants).expect([rose], [tulip])
    process.driver.end()
  }

  @Test func `two taps open one plant`() throws {
    let driver = NavigationDriver(root: .garden, screen: makeGardenScreen)
    driver.start()
    let garden = try #require(driver.topScreen as? GardenViewModel)
    try garden.plantTapped(garden.plants[0])
    let late = #expect(throws: NavigationError.self) { try garden.plantTapped(garden.plants[0]) }
    #expect(late?.isLate == true)
    #expect("\(driver.stack.current)" == "[garden, plant]")
    driver.end()
  }

  @Test func `the pulse is followed again after a pause`() async throws {
    let (pulses, service) = AsyncStream.makeStream(of: Int.self)
    try await withViewModel(PulseViewModel(pulses: pulses)) { harness in
      let pulse = ValueRecorder(harness.viewModel.$pulse)
      await harness.resume()
      service.yield(70)
      await pulse.expect(nil, 70)
      await harness.pause()
      await harness.resume()
      service.yield(72)
      await pulse.expect(72)
    }
  }

  @Test func `polling keeps the last value, and pauses with the screen`() async throws {
    let clock = ManualClock()
    let minutesLeft = MockFunction<Int>("minutesLeft")
    minutesLeft.onAnyCall.returns(7)
    try await withViewModel(
      DepartureViewModel(clock: clock) { try await minutesLeft.callAsync() }
    ) { harness in
      await harness.resume()
      try await harness.waitUntilParked()
      minutesLeft.onAnyCall.throws(TestProblem())
      await clock.run(for: .seconds(20))
      #expect(harness.viewModel.minutes == 7 && harness.viewModel.isOutdated)
      await harness.pause()
      await clock.run(for: .seconds(60))
      minutesLeft.verify(calls: 2)
    }
  }

  @Test func `a like that fails is rolled back to what the service knows`() async throws {
    let like = MockFunction<Void, Bool>("like")
    like.on(.equal(false)).throws(TestProblem())
    like.on(.equal(true)).returns()
    try await withViewModel(PostViewModel { try await like.callAsync($0) }) { harness in
      let problems = ValueRecorder(following: harness.viewModel.problems)
      harness.viewModel.likeTapped()
      #expect(harness.viewModel.isLiked)
      try await harness.waitUntilParked()
      harness.viewModel.likeTapped()
      #expect(!harness.viewModel.isLiked)
      await problems.expect("not saved: it did not work")
      #expect(harness.viewModel.isLiked)
    }
  }

  @Test func `headlines of the last time are shown while there is no network`() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let cache = SavedFile.file(url)
    try await withViewModel(HeadlinesViewModel(cache: cache) { ["Rain"] }) { harness in
      await harness.resume()
      let lines = ValueRecorder(harness.viewModel.lines)
      await lines.expect([], ["Rain"])
      try await cache.flush()
    }
    try await withViewModel(
      HeadlinesViewModel(cache: cache) { throw TestProblem() }
    ) { harness in
      await harness.resume()
      let lines = ValueRecorder(harness.viewModel.lines)
      await lines.expect(["Rain"], ["You are offline", "Rain"])
    }
  }

  @Test func `a load that is cancelled leaves the headlines as they were`() async {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    var shown: HeadlinesViewModel?
    let model = HeadlinesViewModel(cache: .file(url)) {
      shown?.didPause()
      return ["Late"]
    }
    shown = model
    model.didResume()
    #expect(model.update.current.isLoading)
    await model.scope.waitUntilEmpty()
    #expect(model.headlines == [])
    shown = nil
  }
}
