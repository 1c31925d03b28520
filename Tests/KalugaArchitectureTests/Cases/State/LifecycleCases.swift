import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about work and loading while a screen comes and goes.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LifecycleCases {
  private let diagnostics = DiagnosticLog()
  private let log = Log<String>()

  // MARK: Pauses

  /// kotlinx, androidx: work must not run after a pause, even if both happen in one job.
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

  @Test func `an observer of a loader may change its input`() async {
    final class PageViewModel: BaseLifecycleViewModel {
      @InitializedSubject var page = 1
      var loads: [Int] = []
      private(set) lazy var result = makeResult()
      private func makeResult() -> Loader<Int> {
        load(latest: $page) { [weak self] page in
          self?.loads.append(page)
          return page
        }
      }
    }
    let model = PageViewModel()
    model.didResume()
    let token = model.result.observe { [weak model] state in
      if case .loaded(let page) = state, page < 4 { model?.page = page + 1 }
    }
    await until(model.result.current == .loaded(4))
    #expect(model.loads == [1, 2, 3, 4])
    token.dispose()
    model.clear()
  }

  struct Area: Equatable {
    var name: String
    var size: Double
  }

  @MainActor
  private final class AreaViewModel: BaseLifecycleViewModel {
    @InitializedSubject var area = Area(name: "a", size: .nan)
    @UninitializedSubject<Double> var size
    var loads: [String] = []
    private(set) lazy var byArea = makeLoader($area)
    private(set) lazy var bySize = makeLoader($area[\.size])
    private(set) lazy var byMappedSize = makeLoader($area.map { $0.size * 2 })
    private(set) lazy var byOptionalSize = makeSizeLoader()

    private func makeLoader<Input>(_ input: InitializedObservable<Input>) -> Loader<Int> {
      load(latest: input) { [weak self] input in
        self?.loads.append("\(input)")
        return 1
      }
    }

    private func makeSizeLoader() -> Loader<Int> {
      load(latest: $size) { [weak self] input in
        self?.loads.append("\(input)")
        return 1
      }
    }
  }

  enum AreaInput: CaseIterable {
    case area, part, derived, optional
  }

  /// NaN differs from itself, so it seemed to change at each resume.
  @Test(arguments: AreaInput.allCases)
  func `a loader whose input is NaN loads again only after a change`(input: AreaInput) async {
    let model = AreaViewModel()
    model.size = .value(.nan)
    let loader =
      switch input {
      case .area: model.byArea
      case .part: model.bySize
      case .derived: model.byMappedSize
      case .optional: model.byOptionalSize
      }
    for _ in 0..<3 {
      model.didResume()
      await until(loader.current == .loaded(1))
      await model.scope.waitUntilEmpty()
      model.didPause()
    }
    #expect(model.loads.count == 1)
    model.area = Area(name: "b", size: 1)
    model.size = .value(1)
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(model.loads.count == 2)
    model.clear()
  }
}
