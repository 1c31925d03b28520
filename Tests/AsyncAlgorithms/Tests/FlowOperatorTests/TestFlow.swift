import KalugaArchitecture

/// A flow that an operator reads, with a record of how it is read.
struct TestFlow: AsyncSequence, CustomStringConvertible, Sendable {
  private enum Kind: Sendable {
    case state(MutableStateFlow<Int>)
    case shared(MutableSharedFlow<Int>)
    case channel(EventChannel<Int>)
  }

  private let kind: Kind
  let description: String
  /// For each read that began, whether it was made on the main actor.
  let reads = Log<Bool>()

  static var state: TestFlow { TestFlow(kind: .state(MutableStateFlow(0)), "a state flow") }
  static var shared: TestFlow { TestFlow(kind: .shared(MutableSharedFlow()), "a shared flow") }
  static var channel: TestFlow {
    TestFlow(kind: .channel(EventChannel(capacity: .max)), "an event channel")
  }

  /// A new flow of the same kind.
  var another: TestFlow {
    switch kind {
    case .state: .state
    case .shared: .shared
    case .channel: .channel
    }
  }

  private init(kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Sends values in order; a shared flow waits for its first consumer.
  func send(_ values: some Sequence<Int> & Sendable) async throws {
    if case .shared(let flow) = kind {
      _ = try await flow.subscriptionCount.first { $0 > 0 }
    }
    for value in values {
      switch kind {
      case .state(let flow): flow.value = value
      case .shared(let flow): try await flow.emit(value)
      case .channel(let channel): channel.send(value)
      }
    }
  }

  func makeAsyncIterator() -> Iterator {
    let base =
      switch kind {
      case .state(let flow): flow.makeAsyncIterator()
      case .shared(let flow): flow.makeAsyncIterator()
      case .channel(let channel): channel.makeAsyncIterator()
      }
    return Iterator(base: base, reads: reads)
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: FlowIterator<Int>
    let reads: Log<Bool>

    mutating func next(isolation: isolated (any Actor)? = #isolation) async -> Int? {
      reads.append(isolation === MainActor.shared)
      return await base.next(isolation: isolation)
    }
  }
}

/// Returns the first elements of a sequence, read on the caller's actor.
func first<Elements: AsyncSequence>(
  _ count: Int,
  of elements: Elements
) async throws -> [Elements.Element] where Elements.Element: Sendable {
  var found: [Elements.Element] = []
  for try await element in elements {
    found.append(element)
    if found.count == count { break }
  }
  return found
}
