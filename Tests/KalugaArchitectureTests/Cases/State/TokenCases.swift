import KalugaArchitecture
import Testing

/// RxSwift #2364, #573, #1880: a bag keeps tokens that were disposed elsewhere.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TokenCases {
  private struct WeakToken {
    weak var token: (any Disposable)?
  }

  enum Owner: CaseIterable {
    case bag, scope, childScope

    @MainActor
    func make() -> (add: (any Disposable) -> Void, dispose: () -> Void) {
      switch self {
      case .bag:
        let bag = DisposeBag()
        return (bag.add, bag.dispose)
      case .scope:
        let scope = TaskScope()
        return (scope.add, scope.cancel)
      case .childScope:
        let parent = TaskScope()
        let child = parent.childScope()
        return (child.add, parent.cancel)
      }
    }
  }

  enum Kind: CaseIterable {
    case observation, constantObservation, endedObservation, collection, handler, disposable, scope

    /// Makes a token, and a closure that ends it elsewhere.
    @MainActor
    func make() -> (token: any Disposable, end: () -> Void) {
      switch self {
      case .observation:
        let token = InitializedSubject(wrappedValue: 0).observe { _ in }
        return (token, token.dispose)
      case .constantObservation:
        let token = InitializedObservable(wrappedValue: 0).observe { _ in }
        return (token, token.dispose)
      case .endedObservation:
        var subject: InitializedSubject? = InitializedSubject(wrappedValue: 0)
        let token = subject?.observe { _ in } ?? DisposeBag()
        return (token, { subject = nil })
      case .collection:
        let token = MutableStateFlow(0).asStateFlow().collect { _ in }
        return (token, token.dispose)
      case .handler:
        let token = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
          .onTransition { _ in }
        return (token, token.dispose)
      case .disposable:
        let token = SimpleDisposable {}
        return (token, token.dispose)
      case .scope:
        let token = TaskScope()
        return (token, token.cancel)
      }
    }
  }

  @Test(arguments: Owner.allCases, Kind.allCases)
  func `tokens that were disposed elsewhere leave their owner`(owner: Owner, kind: Kind) async {
    let (add, dispose) = owner.make()
    let kept = SimpleDisposable {}
    add(kept)
    var tokens: [WeakToken] = []
    for _ in 0..<10 {
      for _ in 0..<100 {
        let (token, end) = kind.make()
        add(token)
        tokens.append(WeakToken(token: token))
        end()
      }
      await mainActorQueueDrained()
    }
    #expect(tokens.count { $0.token != nil } <= 200)
    dispose()
    await mainActorQueueDrained()
    #expect(tokens.count { $0.token != nil } == 0)
  }

  @Test(arguments: Owner.allCases)
  func `what was not disposed stays, and is disposed in order`(owner: Owner) {
    let log = Log<Int>()
    let (add, dispose) = owner.make()
    for number in 0..<1000 {
      let disposable = SimpleDisposable { log.append(number) }
      add(disposable)
      if !number.isMultiple(of: 10) { disposable.dispose() }
    }
    let early = log.count
    dispose()
    #expect(early == 900)
    #expect(Array(log.all.dropFirst(early)) == (0..<100).map { $0 * 10 })
  }
}
