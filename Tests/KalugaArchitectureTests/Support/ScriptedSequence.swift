import KalugaArchitecture

/// A sequence whose elements a test sends by hand; it counts how often it is run.
///
/// Each run has a queue of its own, as with a cold source, and what is sent goes to all runs. A
/// stubborn one does not notice when its consumer is cancelled.
final class ScriptedSequence<Element: Sendable>: AsyncSequence, Sendable {
  private enum Step: Sendable {
    case element(Element)
    case failure(any Error)
    case end
  }

  private final class Run: Sendable {
    let steps = Lock<[Step]>([])
    let wake = Lock(HandOff<Void>())
    let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
      self.onRelease = onRelease
    }

    deinit {
      onRelease()
    }

    func send(_ step: Step) {
      steps.withLock { $0.append(step) }
      wake.withLock { $0 }.settle()
    }
  }

  private let isStubborn: Bool
  private let runs = Lock<[@Sendable () -> Run?]>([])
  private let released = Log<Int>()
  private let onIteration: @Sendable () -> Void

  init(isStubborn: Bool = false, onIteration: @escaping @Sendable () -> Void = {}) {
    self.isStubborn = isStubborn
    self.onIteration = onIteration
  }

  /// How often the sequence has been run.
  var runCount: Int { runs.withLock { $0.count } }

  /// How many runs have not been released.
  var activeCount: Int { runCount - released.count }

  func send(_ elements: Element...) {
    for element in elements { send(.element(element)) }
  }

  func fail(_ error: any Error) {
    send(.failure(error))
  }

  func finish() {
    send(.end)
  }

  private func send(_ step: Step) {
    for run in runs.withLock({ $0 }) { run()?.send(step) }
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let next: @Sendable () async throws -> Element?

    mutating func next() async throws -> Element? {
      try await next()
    }

    mutating func next(isolation: isolated (any Actor)?) async throws -> Element? {
      try await next()
    }
  }

  func makeAsyncIterator() -> Iterator {
    onIteration()
    let run = Run { [released] in released.append(1) }
    runs.withLock { $0.append { [weak run] in run } }
    return Iterator { [isStubborn] in
      while true {
        if !isStubborn, Task.isCancelled { return nil }
        let step = run.steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        switch step {
        case .element(let element): return element
        case .failure(let error): throw error
        case .end: return nil
        case nil: await Self.wait(for: run, isStubborn)
        }
      }
    }
  }

  private static func wait(for run: Run, _ isStubborn: Bool) async {
    let handOff = HandOff<Void>()
    run.wake.withLock { $0 = handOff }
    // Sent between the look at the queue and here.
    if run.steps.withLock({ !$0.isEmpty }) { return }
    if isStubborn { return await handOff.wait() }
    await withTaskCancellationHandler {
      await handOff.wait()
    } onCancel: {
      handOff.settle()
    }
  }
}
