import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LoaderTests {
  private final class SearchViewModel: BaseLifecycleViewModel {
    @InitializedSubject var query = "a"
    @UninitializedSubject<String> var user
    let repository: FakeRepository
    private(set) lazy var results = load(latest: $query, name: "search") { [repository] in
      try await repository.find($0)
    }
    private(set) lazy var profile = load(latest: $user) { [repository] in
      try await repository.find($0)
    }
    private(set) lazy var news = load { [repository] in try await repository.find("news") }

    init(_ repository: FakeRepository) {
      self.repository = repository
      super.init()
    }
  }

  private let repository = FakeRepository()
  private let model: SearchViewModel

  init() {
    model = SearchViewModel(repository)
  }

  /// Brings the loader to a state without a running load, by its first call if necessary.
  private func settle(_ state: Loadable<String>) async {
    switch state {
    case .loaded(let value): await repository.answer(0, .success(value))
    case .failed(let error, _): await repository.answer(0, .failure(error))
    default: return
    }
    await until(model.results.current == state)
  }

  /// An error that calls a closure on the main actor when it is released.
  private final class ReleasedError: Error {
    private let onRelease: @MainActor @Sendable () -> Void

    init(_ onRelease: @escaping @MainActor @Sendable () -> Void) {
      self.onRelease = onRelease
    }

    deinit {
      MainActor.assumeIsolated(onRelease)
    }
  }

  @Test func `the release of an old error may load again`() async {
    var count = 0
    weak var weakLoader: Loader<Int>?
    let gate = Gate()
    let loader = model.load {
      count += 1
      if count == 1 { throw ReleasedError { weakLoader?.reload() } }
      if count == 3 { try await gate.pass() }
      return count
    }
    weakLoader = loader
    model.didResume()
    await until(loader.current.error != nil)
    loader.reload()
    await until(count == 3)
    #expect(loader.current.isLoading)
    gate.open()
    await until(loader.current == .loaded(3))
  }

  // MARK: Beginning

  @Test func `a load whose input pauses the view model ends`() async {
    let source = InitializedSubject(wrappedValue: 0)
    let loader = model.load(
      latest: source.map { [weak model] value in
        if value == 2 { model?.didPause() }
        return "\(value)"
      }
    ) { [repository] in try await repository.find($0) }
    model.didResume()
    await repository.answer(0, .success("A"))
    await until(loader.current == .loaded("A"))
    source.current = 2
    #expect(loader.current == .loaded("A"))
  }

  @Test func `a handler of a cancellation may end the load that replaces it`() async {
    var hasStarted = false
    let user = model.$user
    let loader = model.load(latest: user) { name in
      guard name == "first" else { return name }
      try await withTaskCancellationHandler {
        hasStarted = true
        try await Task.sleep(for: .seconds(3_600))
      } onCancel: {
        MainActor.assumeIsolated { user.current = .nothing }
      }
      return name
    }
    model.didResume()
    user.current = .value("first")
    await until(hasStarted)
    user.current = .value("second")
    await model.scope.waitUntilEmpty()
    #expect(loader.current == .idle)
  }

  @Test func `a load begins when its property is first read, and only while resumed`() async {
    model.didResume()
    await mainActorQueueDrained()
    #expect(repository.calls == [])
    #expect(model.results.current == .loading(previous: nil))
    #expect(model.scope.runningNames == ["search"])
    await repository.answer(0, .success("A"))
    await until(model.results.current == .loaded("A"))
    model.didPause()
    #expect(model.news.current == .idle)
    await mainActorQueueDrained()
    #expect(repository.calls == ["a"])
    model.didResume()
    await repository.answer(1, .success("N"))
    await until(model.news.current == .loaded("N"))
    #expect(repository.calls == ["a", "news"])
  }

  // MARK: The latest input

  @Test(arguments: [false, true])
  func `a new input cancels the load, and no older result is ever shown`(isIgnored: Bool) async {
    repository.ignoresCancellation = isIgnored
    var states: [Loadable<String>] = []
    model.didResume()
    _ = model.results.observe { states.append($0) }
    await until(repository.calls == ["a"])
    model.query = "b"
    model.query = "c"
    await mainActorQueueDrained()
    // Loads never overlap: the new one waits for the old one.
    if isIgnored { #expect(repository.calls == ["a"]) }
    await repository.answer(0, .success("old"))
    await repository.answer(1, .success("C"))
    await until(model.results.current == .loaded("C"))
    #expect(states == [.loading(previous: nil), .loaded("C")])
    #expect(repository.calls == ["a", "c"])
  }

  @Test func `an input that returns to an earlier value is loaded again`() async {
    model.didResume()
    _ = model.results
    await settle(.loaded("A"))
    model.query = "b"
    model.query = "a"
    await repository.answer(1, .success("A2"))
    await until(model.results.current == .loaded("A2"))
    #expect(repository.calls == ["a", "a"])
  }

  @Test func `an input without a value loads nothing, and is idle`() async {
    model.didResume()
    #expect(model.profile.current == .idle)
    #expect(model.profile.reload() == nil)
    model.user = .value("ada")
    await repository.answer(0, .success("Ada"))
    await until(model.profile.current == .loaded("Ada"))
    model.user = .value("bob")
    model.user = .nothing
    await model.scope.waitUntilEmpty()
    #expect(model.profile.current == .idle)
    #expect(repository.calls == ["ada"])
  }

  // MARK: Cancellation

  enum Cancellation: CaseIterable {
    case byPause, byPauseBeforeItBegins, byItself, ignored, withAnotherError
  }

  /// swift-composable-architecture #2281, accompanist #217, ruddarr #130: a cancelled request that
  /// throws its own error was shown as a failure.
  @Test(arguments: Cancellation.allCases)
  func `a cancelled load returns to the state before it, and is not an error`(
    cancellation: Cancellation
  ) async {
    for state: Loadable<String> in [.idle, .loaded("A"), .failed(SourceError(), previous: nil)] {
      let test = LoaderTests()
      let (model, repository) = (test.model, test.repository)
      model.didResume()
      _ = model.results
      await test.settle(state)
      model.results.reload()
      #expect(model.results.current.isLoading)
      if cancellation != .byPauseBeforeItBegins {
        await until(repository.calls.count == (state == .idle ? 1 : 2))
      }
      let last = repository.calls.count - 1
      switch cancellation {
      case .byPause, .byPauseBeforeItBegins: model.didPause()
      case .byItself: await repository.answer(last, .failure(CancellationError()))
      case .ignored, .withAnotherError:
        // The answer is there when the load is cancelled.
        await repository.answer(last, cancellation == .ignored ? .success("B") : .failure(Late()))
        model.didPause()
      }
      await model.scope.waitUntilEmpty()
      #expect(model.results.current == state)
    }
  }

  private struct Late: Error {}

  // MARK: Coming back

  enum Meanwhile: CaseIterable {
    case nothing, inputChanged, inputChangedAndBack, reloaded, cancelled, failed
  }

  @Test(arguments: Meanwhile.allCases)
  func `coming back loads again only if there is a reason`(meanwhile: Meanwhile) async {
    model.didResume()
    _ = model.results
    switch meanwhile {
    case .cancelled: await until(repository.calls.count == 1)
    case .failed: await settle(.failed(SourceError(), previous: nil))
    default: await settle(.loaded("A"))
    }
    model.didPause()
    await model.scope.waitUntilEmpty()
    switch meanwhile {
    case .inputChanged: model.query = "b"
    case .inputChangedAndBack:
      model.query = "b"
      model.query = "a"
    case .reloaded: #expect(model.results.reload() == nil)
    case .nothing, .cancelled, .failed: break
    }
    await mainActorQueueDrained()
    #expect(repository.calls == ["a"])
    model.didResume()
    await mainActorQueueDrained()
    let expected: [String] =
      switch meanwhile {
      case .nothing, .inputChangedAndBack, .failed: ["a"]
      case .inputChanged: ["a", "b"]
      case .reloaded, .cancelled: ["a", "a"]
      }
    #expect(repository.calls == expected)
    #expect(model.results.current.isLoading == (expected.count == 2))
  }

  // MARK: Reloading

  @Test func `loading and failing keep the previous value`() async {
    model.didResume()
    var states: [Loadable<String>] = []
    _ = model.results.observe { states.append($0) }
    await settle(.loaded("A"))
    await repository.answerReload(of: model.results, .failure(SourceError()))
    await repository.answerReload(of: model.results, .failure(SourceError()))
    await repository.answerReload(of: model.results, .success("B"))
    let failed = Loadable<String>.failed(SourceError(), previous: "A")
    #expect(
      states == [
        .loading(previous: nil), .loaded("A"), .loading(previous: "A"), failed,
        .loading(previous: "A"), failed, .loading(previous: "A"), .loaded("B"),
      ]
    )
  }

  /// The compiler makes some closures in the initial values of lazy properties nonisolated.
  @Test func `the work of a lazy property runs on the main actor`() async {
    final class LazyViewModel: BaseLifecycleViewModel {
      private(set) lazy var marks = load {
        let before = MainQueueMark.isOnMainQueue
        try await withTimeout(.seconds(60)) {}
        return [before, MainQueueMark.isOnMainQueue]
      }
    }
    let model = LazyViewModel()
    model.didResume()
    await until(model.marks.current.value != nil)
    #expect(model.marks.current == .loaded([true, true]))
    model.clear()
  }

  @Test func `a loaded value survives a reload that its own work asks for`() async {
    final class Model: BaseLifecycleViewModel {
      var runs = 0
      lazy var value: Loader<Int> = load { [unowned self] in
        runs += 1
        let run = runs
        if run == 1 { value.reload() }
        return run
      }
    }
    let model = Model()
    model.didResume()
    await until(model.value.current.value != nil)
    #expect(model.value.current.value == 2)
  }

  // MARK: The end

  @Test func `a loader does not retain its view model, and a release cancels the load`() async {
    weak var released: SearchViewModel?
    var loader: Loader<String>?
    do {
      let model = SearchViewModel(repository)
      model.didResume()
      loader = model.results
      released = model
      await until(repository.calls.count == 1)
      withExtendedLifetime(model) {}
    }
    #expect(released == nil)
    await until(loader?.current == .idle)
    loader = nil
    await expectReleased {
      let model = SearchViewModel(repository)
      model.didResume()
      return model.results
    }
  }

  private final class StubbornViewModel: BaseLifecycleViewModel {
    let gate = Gate()
    private(set) lazy var value = load { [gate] in
      await gate.passIgnoringCancellation()
      return 1
    }
  }

  @Test func `a release ends the loading even if the work ignores its cancellation`() async {
    var model: StubbornViewModel? = StubbornViewModel()
    let (loader, gate) = (model?.value, model?.gate)
    let states = Log<Loadable<Int>>()
    let observation = loader?.observe { states.append($0) }
    model?.didResume()
    await until(loader?.current == .loading(previous: nil))
    model = nil
    await until(loader?.current == .idle)
    #expect(states.all == [.idle, .loading(previous: nil), .idle])
    gate?.open()
    observation?.dispose()
  }

  @Test func `the release of a view model delivers no state again that has been loaded`() async {
    let states = Log<Loadable<String>>()
    var observation: (any Disposable)?
    do {
      let model = SearchViewModel(repository)
      observation = model.news.observe { states.append($0) }
      model.didResume()
      await repository.answer(0, .success("news"))
      await until(states.all.last == .loaded("news"))
    }
    await mainActorQueueDrained()
    #expect(states.all == [.idle, .loading(previous: nil), .loaded("news")])
    observation?.dispose()
  }

  @Test func `observations of a loader end with the view model`() async {
    let probe = Log<Int>()
    do {
      let model = SearchViewModel(repository)
      let touch = closure { probe.append(1) }
      _ = model.results.map { $0.value }.observe { _ in touch() }
    }
    await until(probe.count == 1)
  }
}

extension FakeRepository {
  /// Reloads, answers the call and waits until the load has ended.
  fileprivate func answerReload(
    of loader: Loader<String>,
    _ result: Result<String, any Error>
  ) async {
    let task = loader.reload()
    await answer(calls.count, result)
    await task?.value
  }
}
