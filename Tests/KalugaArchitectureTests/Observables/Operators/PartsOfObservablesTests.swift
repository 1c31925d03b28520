import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct PartsOfObservablesTests {
  private struct Address: Equatable {
    var city = "Utrecht"
    var lines = ["1"]
  }

  private struct User: Equatable {
    var name = "Ada"
    var address = Address()
    var initial: Character? { name.first }
  }

  @InitializedSubject private var user = User()

  @Test func `a part of an observable follows it and drops equal parts`() {
    let optional = UninitializedSubject<User>()
    let initial = ValueRecorder($user[\.initial])
    let city = ValueRecorder($user.asObservable()[\.address.city])
    let name = ValueRecorder(optional[\.name])
    user.name = "Alan"
    user.name = "Bea"
    user.address.city = "Delft"
    optional.current = .value(user)
    #expect(initial.values == ["A", "B"])
    #expect(city.values == ["Utrecht", "Delft"])
    #expect(name.values == [.nothing, .value("Bea")])
  }

  @Test func `a write to a part reaches the observers of both subjects before it returns`() {
    let city: InitializedSubject = $user[\.address][\.city]
    let (users, cities) = (ValueRecorder($user), ValueRecorder(city))
    city.current = "Delft"
    #expect(user.address.city == "Delft")
    #expect([users.values.count, cities.values.count] == [2, 2])
    city.current = "Delft"
    #expect(users.values.count == 2)
    user.address.city = "Breda"
    $user[\.address.city].current = "Ede"
    #expect(cities.values == ["Utrecht", "Delft", "Breda", "Ede"])
    #expect(users.values.map(\.address.city) == cities.values)
  }

  @Test func `each way to write a part writes the value`() async {
    let name = $user[\.name]
    name.post("B")
    #expect(user.name == "B")
    await Task.detached { await name.set("C") }.value
    #expect(user.name == "C")
    name.mutate { $0 += "!" }
    #expect(user.name == "C!")
    await Task.detached { name.post("D") }.value
    await mainActorQueueDrained()
    #expect(user.name == "D")
  }

  /// Posts from code without isolation, which queues even though it runs on the main actor.
  private nonisolated func post(_ user: User, to subject: InitializedSubject<User>) {
    subject.post(user)
  }

  @Test func `a write to a part first applies the posts to the whole`() async {
    let name = $user[\.name]
    for text in ["posted", "posted again"] {
      post(User(name: text), to: $user)
      name.current = "Ada"
      await mainActorQueueDrained()
      #expect(user.name == "Ada")
      // Nothing was posted, and nothing is lost later.
      name.current = "Alan"
      name.current = "Ada"
    }
  }

  @Test func `a write to a part changes the value in place`() {
    let subject = InitializedSubject(wrappedValue: Storage())
    let part = ValueRecorder(subject[\.number])
    subject[\.number].current = 1
    #expect(subject.current.wasUnique)
    #expect(part.values == [0, 1])
  }

  @Test func `a part of a subject of a state flow or a getter writes through`() async {
    let flow = MutableStateFlow(User())
    let model = InitializedSubject(wrappedValue: User())
    let parts: [InitializedSubject<String>] = [
      InitializedSubject(flow)[\.name],
      InitializedSubject(get: { model.current }, set: { model.current = $0 })[\.name],
    ]
    let recorders = parts.map { ValueRecorder($0) }
    for part in parts { part.current = "B" }
    #expect(flow.value.name + model.current.name == "BB")
    flow.value.name = "C"
    model.current.name = "C"
    await until(recorders.allSatisfy { $0.values == ["Ada", "B", "C"] })
  }

  @Test func `a part keeps its subject writable, and is released with its last handle`() async {
    let releases = ReleaseLog()
    weak var whole: InitializedSubject<User>?
    do {
      let part: InitializedSubject<String>
      do {
        let subject = InitializedSubject(wrappedValue: User())
        whole = subject
        part = subject[\.name]
        _ = subject.observe(releases.observer())
      }
      var seen: [String] = []
      _ = part.observe(releases.observer { seen.append($0) })
      part.current = "B"
      #expect(seen == ["Ada", "B"])
      #expect(whole != nil)
    }
    await until(whole == nil && releases.count == 2)
  }

  @Test func `a part of a default subject begins with the default, and writes the whole`() {
    let user = DefaultSubject<User>(default: User())
    let recorder = ValueRecorder(user)
    let name = user[\.name]
    #expect(name.current == "Ada")
    name.current = "Ada"
    #expect(user.raw == nil)
    name.current = "Bea"
    #expect(user.raw == User(name: "Bea"))
    #expect(recorder.values == [User(), User(name: "Bea")])
  }

  @Test func `a part of an uninitialized subject has a value while the whole has one`() {
    let whole = UninitializedSubject<User>()
    let city = whole[\.address][\.city]
    let recorder = ValueRecorder(city)
    let wholes = ValueRecorder(whole)
    city.current = .value("Delft")
    #expect(city.mutate { $0.count } == nil)
    #expect(whole.current == .nothing)
    whole.current = .value(User())
    // What changes nothing calls no observer of the whole.
    city.current = .nothing
    city.current = .value("Utrecht")
    #expect(city.mutate { $0.count } == 7)
    #expect(wholes.values.count == 2)
    city.current = .value("Delft")
    #expect(whole.currentOrNil?.address.city == "Delft")
    whole.current = .nothing
    #expect(wholes.values.count == 4)
    #expect(recorder.values == [.nothing, .value("Utrecht"), .value("Delft"), .nothing])
  }
}

private struct Storage: Equatable {
  private var object = Tracked(0, Tally())
  private(set) var wasUnique = false

  var number = 0 {
    didSet { wasUnique = isKnownUniquelyReferenced(&object) }
  }
}
