// The Swift blocks of the article "Loading and repeating work", word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

protocol Bakery: Sendable {
  func cakes(_ query: String) async throws -> [String]
  func isOpen() async throws -> Bool
  func orders(from offset: Int) async throws -> [String]
}

final class BakeryViewModel: BaseLifecycleViewModel {
  @InitializedSubject var query = ""
  private(set) lazy var cakes = load(latest: $query, bakery.cakes)
  private(set) lazy var lines = cakes.map { state in
    var lines = state.value ?? []  // the previous cakes while others are loaded
    if state.isLoading { lines.append("Loading…") }
    if let error = state.error { lines.append("Not loaded: \(error)") }
    return lines
  }

  private let bakery: any Bakery

  init(bakery: any Bakery) {
    self.bakery = bakery
    super.init()
  }

  func retryTapped() { cakes.reload() }
}

func isOpen(_ bakery: any Bakery) async throws -> Bool {
  try await retry(maxAttempts: 3) {
    try await withTimeout(.seconds(5)) { try await bakery.isOpen() }
  }
}

final class DoorViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var isOpen = false

  init(bakery: any Bakery, clock: any Clock<Duration> = ContinuousClock()) {
    super.init()
    poll(every: .seconds(60), clock: clock) { [weak self] in
      self?.isOpen = try await bakery.isOpen()
    }
  }
}

final class OrdersViewModel: BaseLifecycleViewModel {
  private(set) lazy var orders = makeOrders()

  private let bakery: any Bakery

  init(bakery: any Bakery) {
    self.bakery = bakery
    super.init()
  }

  override func onResume(scope: TaskScope) {
    if orders.current.items.isEmpty { orders.loadNext() }
  }

  func lastRowAppeared() { orders.loadNext() }
  func pulledDown() { orders.reload() }

  private func makeOrders() -> Pager<String, Int> {
    Pager(in: scope, startingAt: 0) { [bakery] offset in
      let page = try await bakery.orders(from: offset)
      return (page, next: page.isEmpty ? nil : offset + page.count)
    }
  }
}

// MARK: Tests

private struct BakeryMock: Bakery {
  let cakes = MockFunction<[String], String>("cakes")
  let opening = MockFunction<Bool>("isOpen")
  let orders = MockFunction<[String], Int>("orders")

  func cakes(_ query: String) async throws -> [String] { try await cakes.callAsync(query) }
  func isOpen() async throws -> Bool { try await opening.callAsync() }
  func orders(from offset: Int) async throws -> [String] { try await orders.callAsync(offset) }
}

@MainActor
struct LoadingSampleTests {
  private let bakery = BakeryMock()

  @Test func `old cakes are shown while others are loaded, and a failure can be retried`()
    async throws
  {
    bakery.cakes.on(.equal("")).returns(["tart"])
    bakery.cakes.on(.equal("pie")).throws(Offline())
    try await withViewModel(BakeryViewModel(bakery: bakery)) { harness in
      await harness.resume()
      let lines = ValueRecorder(harness.viewModel.lines)
      await lines.expect(["Loading…"], ["tart"])
      harness.viewModel.query = "pie"
      await lines.expect(["tart", "Loading…"], ["tart", "Not loaded: Offline()"])
      bakery.cakes.on(.equal("pie")).returns(["apple pie"])
      harness.viewModel.retryTapped()
      await lines.expect(["tart", "Loading…"], ["apple pie"])
    }
  }

  @Test func `a request that succeeds is made once`() async throws {
    bakery.opening.onAnyCall.returns(true)
    #expect(try await isOpen(bakery))
    bakery.opening.verify(calls: 1)
  }

  @Test func `the door is checked once a minute while it is shown`() async throws {
    let clock = ManualClock()
    bakery.opening.onAnyCall.returns(true)
    try await withViewModel(DoorViewModel(bakery: bakery, clock: clock)) { harness in
      await harness.resume()
      await clock.run(for: .seconds(150))
      #expect(harness.viewModel.isOpen)
      await harness.pause()
      await clock.run(for: .seconds(150))
      bakery.opening.verify(calls: 3)
    }
  }

  @Test func `orders are loaded page by page, and again after a pull`() async throws {
    bakery.orders.on(.equal(0)).returns(["a", "b"])
    bakery.orders.on(.equal(2)).returns([])
    try await withViewModel(OrdersViewModel(bakery: bakery)) { harness in
      let orders = ValueRecorder(harness.viewModel.orders)
      await harness.resume()
      await orders.expect(PagedItems(), PagedItems(isLoading: true), PagedItems(items: ["a", "b"]))
      harness.viewModel.lastRowAppeared()
      harness.viewModel.lastRowAppeared()
      await orders.expect(
        PagedItems(items: ["a", "b"], isLoading: true),
        PagedItems(items: ["a", "b"], isAtEnd: true)
      )
      harness.viewModel.pulledDown()
      await orders.expect(
        PagedItems(items: ["a", "b"], isLoading: true),
        PagedItems(items: ["a", "b"])
      )
    }
  }
}
