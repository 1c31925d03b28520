import KalugaArchitecture

/// A sequence whose elements a test sends by hand, and that counts how often it is run.
///
/// Each run has its own queue, like a cold source, and every run receives what is sent while it is
/// alive. A stubborn sequence ignores the cancellation of its consumer, and counts it.
final class ScriptedSequence<Element: Sendable>: AsyncSequence, Sendable {
  fileprivate enum Step: Sendable {
    case element(Element)
    case failure(any Error)
    case end
  }

  private final class Run: Sendable {
    let steps = EventChannel<Step>(capacity: .max)
    let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
      self.onRelease = onRelease
    }

    deinit {
      onRelease()
    }
  }

  private let isStubborn: Bool
  private let runs = Log<@Sendable () -> Run?>()
  private let released = Tally()
  private let ignored = Tally()
  private let requests = Tally()
  private let onIteration: @Sendable () -> Void

  init(isStubborn: Bool = false, onIteration: @escaping @Sendable () -> Void = {}) {
    self.isStubborn = isStubborn
    self.onIteration = onIteration
  }

  /// How often the sequence has been run.
  var runCount: Int { runs.count }

  /// How many runs have not been released.
  var activeCount: Int { runCount - released.value }

  /// How often a consumer has asked for an element.
  var requestCount: Int { requests.value }

  /// How many cancellations a stubborn sequence has ignored while it waited for an element.
  var ignoredCancellations: Int { ignored.value }

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
    for run in runs.all { run()?.steps.send(step) }
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let nextStep: @Sendable () async -> Step?

    mutating func next(isolation: isolated (any Actor)? = #isolation) async throws -> Element? {
      switch await nextStep() {
      case .element(let element): return element
      case .failure(let error): throw error
      case .end, nil: return nil
      }
    }
  }

  func makeAsyncIterator() -> Iterator {
    onIteration()
    let run = Run { [released] in released.add() }
    runs.append { [weak run] in run }
    return Iterator { [isStubborn, ignored, requests] in
      requests.add()
      guard isStubborn else { return await Self.nextStep(of: run) }
      return await withTaskCancellationHandler {
        // An unstructured task is not cancelled with its creator.
        await Task.detached { await Self.nextStep(of: run) }.value
      } onCancel: {
        ignored.add()
      }
    }
  }

  private static func nextStep(of run: Run) async -> Step? {
    if Task.isCancelled { return nil }
    var iterator = run.steps.makeAsyncIterator()
    return await iterator.next()
  }
}
