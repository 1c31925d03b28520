import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Observers that use a graph of derived values in every way, most often inside rounds.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct GraphWalkTests {
  /// An observable, and its value computed from the subjects alone.
  private struct Formula {
    let name: String
    let observable: InitializedObservable<Int>
    let value: @MainActor () -> Int
  }

  private struct Pair: Equatable { var left = 0, right = 0 }

  private enum Move: CaseIterable { case write, post, observe, read, dispose, track, flow }

  @MainActor
  private final class Walk {
    var random: SeededRandom
    /// The last one follows a flow.
    var subjects: [InitializedSubject<Int>] = {
      let pair = InitializedSubject(wrappedValue: Pair())
      return [
        InitializedSubject(wrappedValue: 0), pair[\.left], pair[\.right],
        InitializedSubject(MutableStateFlow(0)),
      ]
    }()
    var formulas: [Formula] = []
    /// Each disposes an observer.
    var ends: [@MainActor () -> Void] = []
    /// What has to hold whenever no round is running.
    var rules: [(name: String, holds: @MainActor () -> Bool)] = []
    /// How many moves observers may still make, and how deep they are nested.
    var (movesLeft, depth) = (0, 0)
    /// Whether observers of the flow will see in their turn what was posted to it.
    var isBehind = false
    var problems: [String] = []
    var steps = ""
    let releases = ReleaseLog()
    var closureCount = 0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }
    func note(_ step: String) { steps += "\n" + String(repeating: "  ", count: depth) + step }
    func expect(_ holds: Bool, _ problem: String) { if !holds { problems.append(problem) } }
    private func pick() -> Formula { formulas[random.below(formulas.count)] }

    /// Derives a value by an operator that keeps something in memory.
    private func remembered(_ first: Formula, _ second: Formula) -> Formula {
      let (left, right) = (first.observable, second.observable)
      let end = releases.closure()
      closureCount += 1
      switch random.below(3) {
      case 0:
        let even = left.filter { value in
          end()
          return value.isMultiple(of: 2)
        }
        return Formula(
          name: "filter(\(first.name))",
          observable: combine(left, even) { $0.isMultiple(of: 2) ? $1.valueOr(-2) : -1 },
          value: { first.value().isMultiple(of: 2) ? first.value() : -1 }
        )
      case 1:
        let latest = left.scan(-1) { _, value in
          end()
          return value
        }
        return Formula(name: "scan(\(first.name))", observable: latest, value: first.value)
      default:
        return Formula(
          name: "latest(\(first.name), \(second.name))",
          observable: left.flatMapLatest { value in
            end()
            return value.isMultiple(of: 2) ? left : right
          },
          value: { first.value().isMultiple(of: 2) ? first.value() : second.value() }
        )
      }
    }

    private func derived(_ first: Formula, _ second: Formula) -> Formula {
      if random.isTrue(30) { return remembered(first, second) }
      let (factor, modulus, isMap) = (random.below(3) + 1, random.below(4) + 2, random.isTrue(40))
      let end = releases.closure()
      closureCount += 1
      let compute = { (left: Int, right: Int) in
        end()
        return (left + factor * right) % modulus
      }
      return Formula(
        name: "(\(isMap ? "0" : first.name)+\(factor)\(second.name))%\(modulus)",
        observable: isMap
          ? second.observable.map { compute(0, $0) }
          : combine(first.observable, second.observable) { compute($0, $1) },
        value: { compute(isMap ? 0 : first.value(), second.value()) }
      )
    }

    private func move() {
      if formulas.count < 14, random.isTrue(40) { formulas.append(derived(pick(), pick())) }
      let formula = pick()
      let (name, index, value) = (formula.name, random.below(subjects.count), random.below(4))
      let move = random.isTrue(25) ? .write : Move.allCases[random.below(Move.allCases.count)]
      note("\(move): \(name), s\(index), \(value)")
      switch move {
      case .write: subjects[index].current = value
      case .post:
        subjects[index].post(value, isolation: nil)
        isBehind = isBehind || index == subjects.count - 1
      case .observe: observe(formula)
      case .read: expect(formula.observable.current == formula.value(), "read an old \(name)")
      case .dispose: if !ends.isEmpty { ends.remove(at: random.below(ends.count))() }
      case .track:
        var read = 0
        let changes = trackedReads { read = formula.observable.current }
        expect(read == formula.value(), "tracked an old \(name)")
        rules.append(("tracker of \(name)", { changes.count > 0 || read == formula.value() }))
      case .flow:
        let flow = formula.observable.stateFlow
        expect(flow.value == formula.value(), "made an old flow of \(name)")
        rules.append(("flow of \(name)", { flow.value == formula.value() }))
      }
    }

    private func observe(_ formula: Formula) {
      let (name, end) = (formula.name, releases.closure())
      var (last, isDisposed): (Int?, Bool) = (nil, false)
      closureCount += 1
      // The release of an observer makes moves, too.
      let probe = MainProbe { [weak self] in self?.makeMoves() }
      let token = formula.observable.observe { [unowned self] value in
        withExtendedLifetime(probe) { end() }
        note("call \(name) \(value)")
        expect(!isDisposed, "called \(name) after its end")
        expect(value != last, "called \(name) twice with \(value)")
        // A post changes the flow while an observer of it begins.
        expect(last != nil || isBehind || value == formula.value(), "began with an old \(name)")
        last = value
        makeMoves()
      }
      rules.append(("observer of \(name)", { isDisposed || last == formula.value() }))
      ends.append {
        isDisposed = true
        token.dispose()
      }
    }

    private func makeMoves() {
      depth += 1
      while movesLeft > 0, random.isTrue(45) {
        movesLeft -= 1
        move()
      }
      depth -= 1
    }

    func run() async {
      for _ in 0..<25 where problems.isEmpty {
        if formulas.isEmpty || random.isTrue(10) {
          formulas = subjects.enumerated().map { index, subject in
            Formula(name: "s\(index)", observable: subject) { subject.current }
          }
        }
        movesLeft = 8
        move()
        while isBehind || random.isTrue(30) {
          isBehind = false
          await mainActorQueueDrained()
        }
        for rule in rules { expect(rule.holds(), "the \(rule.name) is behind") }
      }
      movesLeft = 0
      for end in ends { end() }
      // A tracker that is never notified keeps an observable that is released in the job of the read,
      // and with it the subjects that its closure selects.
      await mainActorQueueDrained()
      (subjects, formulas, rules, ends) = ([], [], [], [])
      await until(releases.count == closureCount, limit: .seconds(10))
    }
  }

  @Test func `observers that use derived values in every way see none twice and end on the newest`()
    async throws
  {
    for seed in seedsFromEnvironment() {
      let walk = Walk(seed: seed)
      await walk.run()
      try #require(walk.problems == [], "seed \(seed)\(walk.steps)")
    }
  }
}
