import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StoreSchedulesTests {
  @Test func `states and labels follow from the intents, in order, until the store ends`()
    async throws
  {
    try await underAllMainActorSchedules { random in
      let scene = StoreScene(random.fork())
      let ending = StoreScene.Ending.allCases[random.below(StoreScene.Ending.allCases.count)]
      try await inTasks { consumers in
        consumers.add(random.below(3), &random) { _ in try await scene.followStates() }
        consumers.add(random.below(3), &random) { try await scene.takeLabels(&$0) }
        try await inTasks { senders in
          senders.add(1 + random.below(4), &random) { try await scene.act(&$0) }
          if ending == .none { return }
          await random.pause(upTo: 40)
          scene.end(ending)
        }
        // Effects and consumers continue until they have nothing to do.
        await ManualClock().run(for: .zero)
        try scene.checkIsOver()
        consumers.cancelAll()
      }
      try await scene.checkLabels()
    }
  }
}

/// A store that several tasks use, with a model of its states and labels.
@MainActor
private final class StoreScene {
  enum Ending: CaseIterable {
    case none, dispose, release
    /// An observer disposes the store in the middle of an intent.
    case disposeInside
  }

  private struct Intent: Sendable {
    enum Kind {
      case add
      /// Adds several times in an effect.
      case effect
      /// Does the same in the latest effect of a key, which cancels earlier ones.
      case latest(key: Int)
      case cancel(key: Int)
    }

    let kind: Kind
    let number: Int
  }

  private typealias TestedStore = ReducerStore<Intent, [Int], Int, Int>
  private typealias Effect = StoreEffect<[Int], Int, Int>

  /// Connects the closures of the store with the scene, which does not exist when the store is
  /// made.
  @MainActor
  private final class Owner {
    weak var scene: StoreScene?
  }

  private var store: TestedStore?
  private let state: InitializedObservable<[Int]>
  private let labels: StoreLabels<Int>
  private var random: SeededRandom

  private var lastNumber = 0
  private var hasEnded = false
  private var endsInside = false
  private var sent: [Int] = []
  private var handled: [Int] = []
  /// All messages that were not ignored, and all labels.
  private var messages: [Int] = []
  private var published: [Int] = []
  private var taken: [Int] = []
  /// The states that observers have seen.
  private var states: [[Int]] = []
  private var followed: [[Int]?] = []
  /// The running effects that were not cancelled, and the current effect of each key.
  private var effects: Set<Int> = []
  private var latest: [Int: Int] = [:]
  /// The problems found where no error can be thrown.
  private let problems = Log<String>()

  init(_ random: SeededRandom) {
    self.random = random
    let owner = Owner()
    let store = TestedStore(initialState: [], labelCapacity: .max) {
      $0.append($1)
    } execute: { intent, context in
      owner.scene?.execute(intent, context)
    }
    self.store = store
    (state, labels) = (store.state, store.labels)
    owner.scene = self
    _ = state.observe { owner.scene?.observe($0) }
  }

  // MARK: What tasks do

  func act(_ random: inout SeededRandom) async throws {
    for _ in 0..<random.below(10) {
      await random.pause()
      let key = random.below(2)
      switch random.below(8) {
      case 0..<3: send(.add)
      case 3, 4: send(.effect)
      case 5, 6: send(.latest(key: key))
      default: send(.cancel(key: key))
      }
      checkIntents()
      try check(state.current == messages, "\(state.current); expected \(messages)")
    }
  }

  func end(_ ending: Ending) {
    endsInside = ending == .disposeInside
    if endsInside { return send(.add) }
    hasEnded = true
    if ending == .release { store = nil } else { store?.dispose() }
  }

  private func send(_ kind: Intent.Kind) {
    guard let store else { return }
    lastNumber += 1
    if !hasEnded { sent.append(lastNumber) }
    store.send(Intent(kind: kind, number: lastNumber))
  }

  /// Follows the state outside the main actor.
  func followStates() async throws {
    let index = followed.count
    followed.append(nil)
    for await state in state.stateFlow {
      if let before = followed[index] {
        let isNext = state.count > before.count && state.starts(with: before)
        try check(isNext, "\(state) followed \(before)")
      }
      followed[index] = state
    }
    try check(Task.isCancelled, "the states ended by themselves")
  }

  /// Takes labels with several iterators, one after the other.
  func takeLabels(_ random: inout SeededRandom) async throws {
    while !Task.isCancelled {
      var iterator = labels.makeAsyncIterator()
      for _ in 0...random.below(3) {
        guard let label = await iterator.next() else { break }
        try check(!Task.isCancelled, "a cancelled consumer took \(label)")
        taken.append(label)
        await random.pause()
      }
    }
  }

  // MARK: What the store does

  private func execute(_ intent: Intent, _ context: TestedStore.Context) {
    problems.expect(!hasEnded, "\(intent) was handled after the end")
    let number = intent.number
    handled.append(number)
    switch intent.kind {
    case .add:
      messages.append(number)
      context.dispatch(number)
      problems.expect(context.state == messages, "\(context.state); expected \(messages)")
      if !hasEnded { published.append(number) }
      context.publish(number)
    case .effect:
      effects.insert(number)
      let random = random.fork()
      context.launch { [weak self] in await self?.run($0, number, key: nil, random) }
    case .latest(let key):
      effects.insert(number)
      if let old = latest.updateValue(number, forKey: key) { effects.remove(old) }
      let random = random.fork()
      context.latest(key) { [weak self] in await self?.run($0, number, key: key, random) }
    case .cancel(let key):
      if let old = latest.removeValue(forKey: key) { effects.remove(old) }
      context.cancel(key)
    }
  }

  /// Ignores its cancellation.
  private func run(_ effect: Effect, _ number: Int, key: Int?, _ random: SeededRandom) async {
    var random = random
    problems.expect(counts(number), "the effect \(number) began after its end")
    for step in 0..<random.below(5) {
      await random.pause()
      let message = number * 10 + step
      let isHeard = counts(number)
      if isHeard { messages.append(message) }
      effect.dispatch(message)
      checkIntents()
      problems.expect(effect.state == messages, "\(effect.state); expected \(messages)")
      if counts(number) { published.append(message) }
      effect.publish(message)
    }
    await random.pause()
    effects.remove(number)
    if let key, latest[key] == number { latest[key] = nil }
  }

  private func counts(_ number: Int) -> Bool {
    !hasEnded && effects.contains(number)
  }

  /// May send intents, which are queued, and may end the store.
  private func observe(_ state: [Int]) {
    let before = states.last
    states.append(state)
    if let before { problems.expect(before == state.dropLast(), "\(state) followed \(before)") }
    problems.expect(state == messages, "observed \(state); expected \(messages)")
    if endsInside, !hasEnded {
      hasEnded = true
      store?.dispose()
    }
    if random.isTrue(10) { send(.add) }
  }

  // MARK: Checks

  /// Checks that intents are handled at once, or after the one being handled, until the end.
  private func checkIntents() {
    let isRight = hasEnded ? sent.starts(with: handled) : handled == sent
    problems.expect(isRight, "sent \(sent), but handled \(handled)")
  }

  func checkIsOver() throws {
    try check(problems.count == 0, problems.text)
    try check(state.current == messages, "\(state.current); expected \(messages)")
    try check(hasEnded || effects.isEmpty, "\(effects) have not ended")
    try check(states.last == messages, "observers ended on \(states.last ?? [])")
    let isFollowed = followed.allSatisfy { $0 == messages }
    try check(isFollowed, "consumers saw \(followed); expected \(messages)")
  }

  /// Takes the remaining labels, and checks the order of all labels taken.
  func checkLabels() async throws {
    var iterator = labels.makeAsyncIterator()
    while taken.count < published.count, let label = await iterator.next() { taken.append(label) }
    try check(taken == published, "took \(taken); expected \(published)")
  }
}
