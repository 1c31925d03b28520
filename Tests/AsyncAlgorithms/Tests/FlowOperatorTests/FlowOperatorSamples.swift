// The Swift blocks of the article on operators for flows, word for word. The tests of the documentation in the root
// package compare them.
import AsyncAlgorithms
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

nonisolated struct Library: Sendable {
  let titles = ["Emma", "Persuasion", "Swift in Depth"]
  func titles(with text: String) -> [String] { titles.filter { $0.contains(text) } }
}

nonisolated struct Chat: Sendable {
  let lobby = MutableSharedFlow<String>()
  let garden = MutableSharedFlow<String>()

  func messages(in room: String) -> SharedFlow<String> {
    (room == "Lobby" ? lobby : garden).asSharedFlow()
  }
}

final class LibraryViewModel: BaseLifecycleViewModel {
  @InitializedSubject var query = ""
  @InitializedSubject var titles: [String] = []

  init(library: Library, clock: some Clock<Duration>) {
    super.init()
    let settled = $query.stateFlow.debounce(for: .milliseconds(300), clock: clock)
    collectWhileResumed(settled) { [weak self] query in
      self?.titles = library.titles(with: query)
    }
  }
}

final class InboxViewModel: BaseLifecycleViewModel {
  @InitializedSubject var messages: [String] = []

  init(chat: SharedFlow<String>, alerts: SharedFlow<String>) {
    super.init()
    collectWhileResumed(merge(chat, alerts)) { [weak self] message in
      self?.messages.append(message)
    }
  }
}

final class BasketViewModel: BaseLifecycleViewModel {
  lazy var total = InitializedObservable(
    0,
    following: combineLatest(price, count).map { price, count in price * count },
    in: scope
  )
  private let price: StateFlow<Int>
  private let count: StateFlow<Int>

  init(price: StateFlow<Int>, count: StateFlow<Int>) {
    self.price = price
    self.count = count
    super.init()
  }
}

func messages(
  of room: StateFlow<String>,
  in chat: Chat
) -> some AsyncSequence<String, Never> & Sendable {
  room.flatMapLatest { room in chat.messages(in: room) }
}

@MainActor
struct FlowOperatorSampleTests {
  @Test func `a search waits until the query has stayed for the interval`() async throws {
    let clock = ManualClock()
    try await withViewModel(LibraryViewModel(library: Library(), clock: clock)) { harness in
      harness.viewModel.query = "Emm"
      await harness.resume()
      let titles = ValueRecorder(harness.viewModel.$titles)
      await titles.expect([])
      try await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(300))
      await titles.expect(["Emma"])
    }
  }

  @Test func `messages of both flows arrive in one list`() async throws {
    let chat = MutableSharedFlow<String>()
    let alerts = MutableSharedFlow<String>()
    try await withViewModel(
      InboxViewModel(chat: chat.asSharedFlow(), alerts: alerts.asSharedFlow())
    ) { harness in
      await harness.resume()
      let messages = ValueRecorder(harness.viewModel.$messages)
      await messages.expect([])
      _ = try await chat.subscriptionCount.first { $0 == 1 }
      try await chat.emit("Hello")
      await messages.expect(["Hello"])
      _ = try await alerts.subscriptionCount.first { $0 == 1 }
      try await alerts.emit("Fire")
      await messages.expect(["Hello", "Fire"])
    }
  }

  @Test func `the total follows the newest price and count`() async throws {
    let price = MutableStateFlow(5)
    let count = MutableStateFlow(2)
    try await withViewModel(
      BasketViewModel(price: price.asStateFlow(), count: count.asStateFlow())
    ) { harness in
      let total = ValueRecorder(harness.viewModel.total)
      await total.expect(0, 10)
      count.value = 3
      await total.expect(15)
    }
  }

  @Test func `the messages are those of the newest room`() async throws {
    let chat = Chat()
    let room = MutableStateFlow("Lobby")
    let found = Log<String>()
    let newest = messages(of: room.asStateFlow(), in: chat)
    let consumer = Task { for await message in newest { found.append(message) } }
    _ = try await chat.lobby.subscriptionCount.first { $0 == 1 }
    try await chat.lobby.emit("Hello")
    // A message that has not been delivered yet would be dropped by the change of room.
    await until(found.all == ["Hello"])
    room.value = "Garden"
    _ = try await chat.garden.subscriptionCount.first { $0 == 1 }
    try await chat.garden.emit("Roses")
    await until(found.all == ["Hello", "Roses"])
    consumer.cancel()
  }
}
