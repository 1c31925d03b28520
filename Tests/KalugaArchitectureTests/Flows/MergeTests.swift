import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MergeTests {
  private let first = ScriptedSequence<Int>()
  private let second = ScriptedSequence<Int>()
  private let seen = Log<Int>()

  /// Iterates the merged sequences in a task, and returns once both are read.
  private func merged(
    _ work: @escaping @Sendable (Int) async -> Void = { _ in }
  ) async -> Task<Void, any Error> {
    let task = Task { [first, second, seen] in
      for try await element in first.merge(with: second) {
        seen.append(element)
        await work(element)
      }
    }
    await until(first.requestCount > 0 && second.requestCount > 0)
    return task
  }

  private func sourcesReleased() async {
    await until(first.activeCount == 0 && second.activeCount == 0)
  }

  @Test func `elements arrive in their order, from whichever sequence has one`() async throws {
    let task = await merged()
    for value in 1...6 {
      (value.isMultiple(of: 3) ? second : first).send(value)
      await until(seen.count == value)
    }
    #expect(seen.all == Array(1...6))
    first.finish()
    second.send(7)
    await until(seen.count == 7)
    second.finish()
    try await task.value
    await sourcesReleased()
  }

  @Test func `a failure ends both sequences, after the elements before it`() async {
    let task = await merged()
    first.send(1)
    first.fail(SourceError())
    await #expect(throws: SourceError.self) { try await task.value }
    #expect(seen.all == [1])
    await sourcesReleased()
  }

  @Test func `a failure has the type of both sequences`() async throws {
    enum FeedError: Error { case closed }
    let feeds = (1...2).map { number in
      CallbackFlow<Int, FeedError> { sink in
        sink.send(number)
        if number == 1 { sink.finish() } else { sink.finish(throwing: .closed) }
        return {}
      }
    }
    let merged = feeds[0].merge(with: feeds[1])
    do throws(FeedError) {
      for try await element in merged { seen.append(element) }
      Issue.record("the second feed fails")
    } catch {
      #expect(error == .closed)
    }
    #expect(Set(seen.all) == [1, 2])
  }

  /// AsyncExtensions #48: the merge of no elements does not end.
  @Test func `two empty sequences end`() async {
    let empty = CallbackFlowOf<Int> { sink in
      sink.finish()
      return {}
    }
    for await _ in empty.merge(with: empty) { Issue.record("there is no element") }
  }

  /// swift-async-algorithms #352: a base sequence leaks when the loop is left.
  ///
  /// dotnet/reactive #2134: a loop that is left waits for the sequence that has no element.
  /// achingbrain/it #216: the sources are not ended.
  @Test func `a loop that is left ends both sequences and does not wait`() async throws {
    let task = Task { [first, second] in
      for try await _ in first.merge(with: second) { break }
    }
    await until(first.requestCount > 0 && second.requestCount > 0)
    first.send(1)
    try await task.value
    await sourcesReleased()
  }

  @Test(arguments: [false, true])
  func `a cancelled consumer ends both sequences`(works: Bool) async throws {
    let task = await merged { _ in if works { await untilCancelled() } }
    first.send(1)
    await until(seen.count == 1)
    if works { second.send(2) }
    task.cancel()
    try await task.value
    #expect(seen.all == [1])
    await sourcesReleased()
  }

  @Test func `an iterator that is not used reads nothing, and misses nothing later`() async {
    let (left, right) = (MutableSharedFlow<Int>(extraBuffer: 8), EventChannel<Int>())
    var iterator = left.merge(with: right).makeAsyncIterator()
    #expect(left.subscriptionCount.value == 1)
    #expect(left.tryEmit(1))
    right.send(2)
    var both: Set<Int?> = []
    for _ in 1...2 { both.insert(await iterator.next(isolation: #isolation)) }
    #expect(both == [1, 2])
  }

  @Test func `each sequence is read one element ahead of a slow consumer`() async throws {
    let gate = Gate()
    let task = await merged { _ in await gate.passIgnoringCancellation() }
    first.send(1, 2, 3, 4)
    await until(seen.count == 1)
    // One request for what the consumer works on, and one for the element that waits.
    await until(first.requestCount == 2)
    for _ in 1...20 { await suspensionPoint() }
    #expect(first.requestCount == 2)
    gate.open()
    await until(seen.count == 4)
    #expect(seen.all == [1, 2, 3, 4])
    first.finish()
    second.finish()
    try await task.value
  }

  @Test func `nothing is lost or repeated between emitters on several threads`() async {
    let (left, right) = (MutableSharedFlow<Int>(), MutableSharedFlow<Int>())
    let task = Task {
      var elements: [Int] = []
      for await element in left.merge(with: right) {
        elements.append(element)
        if elements.count == 400 { return elements }
      }
      return elements
    }
    await until(left.subscriptionCount.value == 1 && right.subscriptionCount.value == 1)
    await withTaskGroup { group in
      group.addTask { for value in 0..<200 { try? await left.emit(value) } }
      group.addTask { for value in 200..<400 { try? await right.emit(value) } }
    }
    let elements = await task.value
    #expect(elements.filter { $0 < 200 } == Array(0..<200))
    #expect(elements.filter { $0 >= 200 } == Array(200..<400))
  }
}
