// The Swift blocks of the article on choosing an observable, word for word.
import KalugaArchitecture
import Observation
import Testing

final class AccountViewModel: BaseLifecycleViewModel {
  @InitializedObservable var title = "Account"  // never changes
  @InitializedSubject var name = ""
  @UninitializedSubject<Int> var balance  // nothing until it is loaded
  @DefaultSubject(default: "Anonymous") var nick: String  // `$nick.raw` may be nil

  lazy var isNamed = $name.map { !$0.isEmpty }
  lazy var summary = combine($nick, $balance) { nick, balance in
    "\(nick): \(balance.map(String.init).valueOr("…"))"
  }
}

@MainActor
@Observable
private final class Preferences {
  var name = "Ada"
}

@MainActor
struct ObservableArticleTests {
  @Test func `each flavour reads as the article says`() {
    let model = AccountViewModel()
    #expect(model.title == "Account")
    #expect(model.balance == .nothing)
    #expect(model.nick == "Anonymous")
    #expect(model.$nick.raw == nil)
    #expect(model.summary.current == "Anonymous: …")
    model.nick = "ada"
    model.balance = .value(3)
    model.name = "Ada"
    #expect(model.isNamed.current)
    #expect(model.summary.current == "ada: 3")
  }

  @Test func `nothing and nil are different`() {
    let subject = UninitializedSubject<Int?>()
    #expect(subject.current == .nothing)
    subject.current = .value(nil)
    #expect(subject.current == .value(nil))
    #expect(subject.current != .nothing)
  }

  @Test func `every source of the table is one`() {
    let scope = TaskScope()
    let preferences = Preferences()
    let flow = MutableStateFlow("flow")
    let sequence = AsyncStream<String> { $0.finish() }
    let observables: [InitializedObservable<String>] = [
      InitializedObservable(flow.asStateFlow()),
      InitializedObservable("first", following: sequence, in: scope),
      InitializedObservable(preferences, \.name),
      InitializedObservable { preferences.name },
      InitializedSubject(get: { preferences.name }, set: { preferences.name = $0 }),
      InitializedSubject(preferences, \.name),
      InitializedSubject(flow),
    ]
    #expect(observables.map(\.current) == ["flow", "first", "Ada", "Ada", "Ada", "Ada", "flow"])
    let later = UninitializedObservable(following: sequence, in: scope)
    #expect(later.current == .nothing)
  }

  @Test func `what asObservable gives cannot be cast back`() {
    let subject = InitializedSubject(wrappedValue: 1)
    let shown: InitializedObservable<Int> = subject
    #expect(shown is InitializedSubject<Int>)
    #expect(!(subject.asObservable() is InitializedSubject<Int>))
  }
}
