import KalugaArchitecture

/// A class with a property, written the way the README writes it.
@MainActor
final class Model {
  @InitializedSubject var x = 0
}

/// Measures writes of the numbers from 1 on, and checks what the observers get.
@MainActor
enum Writes {
  static func current(_ observers: Int, _ writes: Int) throws -> Double {
    try current(of: InitializedSubject(wrappedValue: 0), observers, writes)
  }

  static func current(
    of subject: InitializedSubject<Int>,
    _ observers: Int,
    _ writes: Int
  ) throws -> Double {
    try measure(opaque(subject), observers, writes) { subject in
      for i in 1...writes { subject.current = opaque(i) }
    }
  }

  static func property(_ observers: Int, _ writes: Int) throws -> Double {
    let model = opaque(Model())
    return try measure(model.$x, observers, writes) { _ in
      for i in 1...writes { model.x = opaque(i) }
    }
  }

  /// Returns the cost of one write, or of one notification if there are observers.
  static func measure(
    _ subject: InitializedSubject<Int>,
    _ observers: Int,
    _ writes: Int,
    _ work: @MainActor (InitializedSubject<Int>) -> Void
  ) throws -> Double {
    let sink = Sink()
    let seen = sink.seen
    let bag = DisposeBag()
    for _ in 0..<observers { bag.add(subject.observe { seen.note($0) }) }
    sink.reset()
    let cost = time(writes) { work(subject) }
    try sink.check(Names.toolkit, count: writes * observers, last: writes)
    try require(Names.toolkit, subject.current, writes)
    return cost / Double(max(1, observers))
  }
}
