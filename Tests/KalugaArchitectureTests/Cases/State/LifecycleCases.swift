import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about work and loading while a screen is shown, hidden and closed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LifecycleCases {
  private let diagnostics = DiagnosticLog()
  private let log = Log<String>()

  // MARK: Pauses

  /// kotlinx, androidx: work must not run after a pause, even if both happen in one job.
  // square/workflow-kotlin#1093: work that one pass starts and the next one stops is left without an end.
  @Test func `nothing that a resume began runs after a pause in the same job`() async {
    final class QuickViewModel: BaseLifecycleViewModel {
      @InitializedSubject var query = ""
      let log = Log<String>()
      private(set) lazy var result = makeResult()
      override init(lifecycleSubscribables: [any LifecycleSubscribable] = []) {
        super.init(lifecycleSubscribables: lifecycleSubscribables)
        repeatOnResume { [log] in log.append("repeat") }
        poll(every: .seconds(100)) { [log] in log.append("poll") }
      }
      private func makeResult() -> Loader<Int> {
        load(latest: $query) { [log] query in
          log.append("load \(query)")
          return 1
        }
      }
      override func onResume(scope: TaskScope) { scope.launch { [log] in log.append("resume") } }
    }
    let model = QuickViewModel()
    _ = model.result
    model.didResume()
    model.query = "a"
    model.didPause()
    await mainActorQueueDrained()
    #expect(model.log.all == [])
    #expect(model.result.current.isLoading == false)
    model.query = "b"
    await mainActorQueueDrained()
    #expect(model.log.all == [])
    model.didResume()
    await until(model.log.count == 4)
    #expect(model.log.all.sorted() == ["load b", "poll", "repeat", "resume"])
    model.clear()
  }

  // MARK: The end

  @MainActor
  private final class ChatViewModel: BaseLifecycleViewModel {
    let log: Log<String>
    let disconnect: @MainActor (ChatViewModel) -> Void

    init(_ log: Log<String>, disconnect: @escaping @MainActor (ChatViewModel) -> Void) {
      self.log = log
      self.disconnect = disconnect
      super.init()
    }

    override func onCleared() {
      disconnect(self)
      scope.addCleanUp { [log] in log.append("cleaned up") }
    }
  }

  /// Thriving-in-Android #4, CivitDeck #912: work launched in onCleared never runs.
  @Test func `work launched in onCleared is reported`() async {
    let model = ChatViewModel(log) { [log] model in
      model.scope.launch(name: "disconnect") { log.append("never") }
    }
    model.didResume()
    model.clear()
    await until(log.all == ["cleaned up"])
    #expect(
      diagnostics.of(.refusedWork, about: "ChatViewModel")
        == [
          "work that is launched in onCleared does not run: 'disconnect' of ChatViewModel. "
            + "The scope has ended. Use addCleanUp, or a scope that outlives the view model."
        ]
    )
  }

  @Test func `work launched in onCleared by other means is reported`() async {
    final class OtherViewModel: BaseLifecycleViewModel {
      override func onCleared() {
        scope.childScope().launch(name: "in a child") {}
        scope.launch(on: .pool, name: "in the pool") {}
        LatestWork(in: scope).run(name: "latest") {}
      }
    }
    OtherViewModel().clear()
    #expect(diagnostics.of(.refusedWork, about: "OtherViewModel").count == 3)
  }

  @Test func `work launched after onCleared, or in another scope, is not reported`() async {
    final class QuietViewModel: BaseLifecycleViewModel {
      let other = TaskScope(name: "QuietViewModel.other")
      override func onCleared() { other.launch {} }
    }
    let model = QuietViewModel()
    model.clear()
    #expect(model.scope.launch {} == nil)
    await model.other.waitUntilEmpty()
    #expect(diagnostics.of(.refusedWork, about: "QuietViewModel") == [])
  }

  // MARK: Loading

  private struct Area: Equatable {
    var name: String
    var size: Double
  }

  /// NaN differs from itself, so it seemed to change at each resume.
  @Test func `a loader whose input is NaN loads again only after a change`() async {
    let model = BaseLifecycleViewModel()
    let area = InitializedSubject(wrappedValue: Area(name: "a", size: .nan))
    let size = UninitializedSubject<Double>()
    size.current = .value(.nan)
    let loaders = [
      model.load(latest: area) { [log] _ in log.append("area") },
      model.load(latest: area[\.size]) { [log] _ in log.append("part") },
      model.load(latest: area.map { $0.size * 2 }) { [log] _ in log.append("derived") },
      model.load(latest: size) { [log] _ in log.append("optional") },
    ]
    for _ in 0..<3 {
      model.didResume()
      await model.scope.waitUntilEmpty()
      model.didPause()
    }
    #expect(log.all.sorted() == ["area", "derived", "optional", "part"])
    area.current = Area(name: "b", size: 1)
    size.current = .value(1)
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(log.count == 8)
    withExtendedLifetime(loaders) {}
    model.clear()
  }

  // MARK: Registered in onResume

  /// owncloud/android #4485 (the lint rule RepeatOnLifecycleWrongUsage), MVICore #60: a collector that
  /// is registered at each resume exists once more after each of them.
  @Test func `collecting in onResume is reported at the second resume`() {
    final class FeedViewModel: BaseLifecycleViewModel {
      let feed = MutableSharedFlow<Int>()
      override func onResume(scope: TaskScope) {
        collectWhileResumed(feed.asSharedFlow()) { _ in }
      }
    }
    let model = FeedViewModel()
    for count in [0, 1, 1] {
      model.didResume()
      model.didPause()
      let reports = diagnostics.of(.repeatedRegistration, about: "of FeedViewModel.")
      #expect(reports.count == count)
      #expect(reports.allSatisfy { $0.contains("collectWhileResumed at ") })
    }
    model.clear()
  }

  @Test func `each registration in onResume is reported once`() {
    final class EverythingViewModel: BaseLifecycleViewModel {
      let driver = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
      var loaders: [Loader<Int>] = []
      override func onResume(scope: TaskScope) {
        repeatOnResume {}
        loaders.append(load { 1 })
        addChild(BaseLifecycleViewModel())
        _ = driver.onBack(on: self) { .proceed }
        for _ in 0..<2 { poll(every: .seconds(1)) {} }
      }
    }
    let model = EverythingViewModel()
    for _ in 0..<3 {
      model.didResume()
      model.didPause()
    }
    let reports = diagnostics.of(.repeatedRegistration, about: "of EverythingViewModel.")
    for call in ["repeatOnResume", "load", "addChild", "onBack", "poll"] {
      #expect(reports.count { $0.contains(": \(call) at ") } == 1, "\(call)")
    }
    #expect(reports.count == 5)
    model.clear()
  }

  /// A registration that each pause takes back does not multiply.
  @Test func `registrations that end, or are made elsewhere, are not reported`() {
    final class TidyViewModel: BaseLifecycleViewModel {
      let driver = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
      var child: BaseLifecycleViewModel?
      var result: Loader<Int>?
      var isRegistered = false
      override func onResume(scope: TaskScope) {
        let child = BaseLifecycleViewModel()
        addChild(child)
        self.child = child
        driver.onBack(on: self) { .proceed }.addTo(scope)
        result = load { 1 }
        if !isRegistered { repeatOnResume {} }
        isRegistered = true
      }
      override func onPause() { child.map(removeChild) }
      func follow() { collectWhileResumed(MutableStateFlow(0).asStateFlow()) { _ in } }
    }
    let model = TidyViewModel()
    for _ in 0..<3 {
      model.didResume()
      model.follow()
      model.didPause()
    }
    #expect(diagnostics.of(.repeatedRegistration, about: "TidyViewModel") == [])
    model.clear()
  }

  /// Loads that a pause cancels, of a loader that is made at each resume.
  @Test func `loaders that were replaced do not load any more`() async {
    final class ReloadViewModel: BaseLifecycleViewModel {
      var loads = 0
      var result: Loader<Int>?
      override func onResume(scope: TaskScope) {
        result = load { [weak self] in
          self?.loads += 1
          try await Gate().pass()
          return 1
        }
      }
    }
    let model = ReloadViewModel()
    for round in 1...4 {
      model.didResume()
      await until(model.loads == round)
      model.didPause()
      await model.scope.waitUntilEmpty()
    }
    #expect(model.loads == 4)
    model.clear()
  }

  enum User: CaseIterable {
    case derived, observer, observerOfDerived, stateFlow
  }

  @Test(arguments: User.allCases)
  func `a loader loads as long as something is derived from it or observes it`(user: User) async {
    let model = BaseLifecycleViewModel()
    let seen = Log<Int?>()
    var kept: Any?
    func makeLoader() -> Loader<Int> { model.load { 7 } }
    switch user {
    case .derived: kept = makeLoader().map(\.value)
    case .observer: kept = makeLoader().observe { seen.append($0.value) }
    case .observerOfDerived: kept = makeLoader().map(\.value).observe { seen.append($0) }
    case .stateFlow: kept = makeLoader().map(\.value).stateFlow
    }
    model.didResume()
    await model.scope.waitUntilEmpty()
    switch user {
    case .derived: seen.append((kept as? InitializedObservable<Int?>)?.current)
    case .stateFlow: seen.append((kept as? StateFlow<Int?>)?.value)
    case .observer, .observerOfDerived: break
    }
    #expect(seen.all.last == 7)
    model.clear()
  }
}
