import KalugaArchitecture

/// A source that a test feeds by hand; it counts its runs.
final class ScriptedSource<Element: Sendable>: AsyncSequence, Sendable {
  enum Step: Sendable {
    case element(Element)
    case end
    case failure
  }

  /// How many runs have begun, and how many go on.
  let starts = MutableStateFlow(0)
  let running = MutableStateFlow(0)
  /// How many steps were being waited for when their run was cancelled; for runs that do not heed it.
  let unheeded = MutableStateFlow(0)
  private let steps = EventChannel<Step>(capacity: .max)
  private let heedsCancellation: Bool

  /// - Parameter heedsCancellation: Whether a cancelled run ends before it has read its next step.
  init(heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
  }

  func send(_ element: Element) { steps.send(.element(element)) }
  func end() { steps.send(.end) }
  func fail() { steps.send(.failure) }

  func makeAsyncIterator() -> Iterator {
    // In this order: who sees that a run has begun sees that it goes on.
    running.update { $0 + 1 }
    starts.update { $0 + 1 }
    return Iterator(
      run: Run(running),
      steps: steps,
      unheeded: heedsCancellation ? nil : unheeded
    )
  }

  /// Counts a run until it is released.
  final class Run: Sendable {
    private let running: MutableStateFlow<Int>

    init(_ running: MutableStateFlow<Int>) { self.running = running }
    deinit { running.update { $0 - 1 } }
  }

  struct Iterator: AsyncIteratorProtocol {
    let run: Run
    let steps: EventChannel<Step>
    let unheeded: MutableStateFlow<Int>?

    mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws -> Element? {
      let step: Step?
      if let unheeded {
        // A task of its own does not hear of the cancellation.
        let reader = Task.detached { [steps] in
          var iterator = steps.makeAsyncIterator()
          return await iterator.next()
        }
        step = await withTaskCancellationHandler {
          await reader.value
        } onCancel: {
          unheeded.update { $0 + 1 }
        }
      } else {
        var iterator = steps.makeAsyncIterator()
        step = await iterator.next()
      }
      switch step {
      case .element(let element): return element
      case .failure: throw SourceError()
      case .end, nil: return nil
      }
    }
  }
}
