// The Swift blocks of the article on operators, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

// MARK: Operators with memory

final class MeterViewModel: BaseLifecycleViewModel {
  @InitializedSubject var reading = 0
  lazy var lastAlarm = $reading.filter { $0 > 100 }
  lazy var highest = $reading.scan(0) { highest, reading in max(highest, reading) }
  lazy var rounded = $reading.removeDuplicates { old, new in old / 10 == new / 10 }
  lazy var level = $reading.compactMap { Level(rawValue: $0 / 100) }
}

enum Level: Int { case low, high }

// MARK: The newest of several observables

final class OrdersViewModel: BaseLifecycleViewModel {
  @InitializedSubject var account = "ada"
  lazy var orderCount = $account.flatMapLatest { [shop] account in shop.orderCount(of: account) }
  private let shop: Shop

  init(shop: Shop) {
    self.shop = shop
    super.init()
  }
}

@MainActor
final class Shop {
  @InitializedSubject var orders = ["ada": 1, "grace": 5]

  func orderCount(of account: String) -> InitializedObservable<Int> {
    $orders.map { $0[account] ?? 0 }
  }
}

// MARK: Time

final class LiveSearchViewModel: BaseLifecycleViewModel {
  @InitializedSubject var text = ""
  lazy var query = $text.debounced(for: .milliseconds(300), clock: clock)
  lazy var progress = $bytes.throttled(for: .milliseconds(100), clock: clock)
  @InitializedSubject var bytes = 0
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
    super.init()
  }
}

// MARK: Parts of a value

final class AddressViewModel: BaseLifecycleViewModel {
  @InitializedSubject var address = Address()
  lazy var city = $address[\.city]

  func moveToDelft() { city.current = "Delft" }
}

struct Address: Equatable {
  var city = "Utrecht"
}

// MARK: Tests

@MainActor
struct OperatorSampleTests {
  @Test func `operators with memory keep what the article says`() {
    let model = MeterViewModel()
    let alarms = ValueRecorder(model.lastAlarm)
    let highest = ValueRecorder(model.highest)
    let rounded = ValueRecorder(model.rounded)
    let levels = ValueRecorder(model.level)
    for reading in [5, 150, 155, 999] { model.reading = reading }
    #expect(alarms.values == [.nothing, .value(150), .value(155), .value(999)])
    #expect(highest.values == [0, 5, 150, 155, 999])
    #expect(rounded.values == [0, 150, 999])
    #expect(levels.values == [.value(.low), .value(.high)])
  }

  @Test func `the newest observable is followed as the article says`() {
    let shop = Shop()
    let model = OrdersViewModel(shop: shop)
    let counts = ValueRecorder(model.orderCount)
    model.account = "grace"
    shop.orders["grace"] = 6
    #expect(counts.values == [1, 5, 6])
  }

  @Test func `delayed values change when the article says`() async {
    let clock = ManualClock()
    let model = LiveSearchViewModel(clock: clock)
    let queries = ValueRecorder(model.query)
    let progress = ValueRecorder(model.progress)
    for text in ["a", "ab"] { model.text = text }
    for bytes in [1, 2] { model.bytes = bytes }
    #expect(progress.values == [0, 1])
    await clock.run(for: .milliseconds(300))
    #expect(queries.values == ["", "ab"])
    #expect(progress.values == [0, 1, 2])
  }

  @Test func `a part is written as the article says`() {
    let model = AddressViewModel()
    let cities = ValueRecorder(model.city)
    model.moveToDelft()
    #expect(model.address == Address(city: "Delft"))
    #expect(cities.values == ["Utrecht", "Delft"])
  }
}
