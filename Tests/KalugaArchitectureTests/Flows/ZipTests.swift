import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ZipTests {
  private let first = ScriptedSequence<Int>()
  private let second = ScriptedSequence<Int>()
  private let seen = Log<[Int]>()

  private func zipped() async -> Task<Void, any Error> {
    let task = Task { [first, second, seen] in
      for try await (element, other) in first.zip(with: second) { seen.append([element, other]) }
    }
    await until(first.requestCount > 0)
    return task
  }

  private func sourcesReleased() async {
    await until(first.activeCount == 0 && second.activeCount == 0)
  }

  @Test func `the first elements are a pair, and the second ones, whichever is faster`()
    async throws
  {
    let task = await zipped()
    second.send(10, 20)
    first.send(1)
    await until(seen.count == 1)
    first.send(2, 3)
    await until(seen.count == 2)
    #expect(seen.all == [[1, 10], [2, 20]])
    second.finish()
    try await task.value
    await sourcesReleased()
  }

  /// aiostream #144: the sequence that has not ended keeps running.
  @Test(arguments: [nil, SourceError()], [true, false])
  func `the end or failure of one sequence ends the other`(
    error: SourceError?,
    isFirst: Bool
  ) async throws {
    let task = await zipped()
    let (ending, other) = isFirst ? (first, second) : (second, first)
    other.send(1)
    if let error { ending.fail(error) } else { ending.finish() }
    if let error {
      await #expect(throws: error) { try await task.value }
    } else {
      try await task.value
    }
    #expect(seen.count == 0)
    await sourcesReleased()
  }

  @Test func `an iterator keeps neither sequence after a failure`() async throws {
    var iterator = first.zip(with: second).makeAsyncIterator()
    first.send(1, 2)
    second.fail(SourceError())
    do {
      _ = try await iterator.next()
      Issue.record("the failure was not thrown")
    } catch {
      #expect(error as? SourceError == SourceError())
    }
    await sourcesReleased()
    let next = try await iterator.next()
    #expect(next == nil)
    #expect(first.requestCount == 1)
  }

  @Test(arguments: [false, true])
  func `a cancelled consumer ends both sequences`(hasFirst: Bool) async throws {
    let task = await zipped()
    if hasFirst {
      first.send(1)
      await until(second.requestCount == 1)
    }
    task.cancel()
    try await task.value
    #expect(seen.count == 0)
    await sourcesReleased()
  }

  @Test func `both consumers are registered when the iterator is made`() async throws {
    let (left, right) = (MutableSharedFlow<Int>(extraBuffer: 8), EventChannel<String>())
    var iterator = left.zip(with: right).makeAsyncIterator()
    for value in 1...2 { #expect(left.tryEmit(value)) }
    right.send("one")
    right.send("two")
    for expected in [(1, "one"), (2, "two")] {
      let pair = try #require(await iterator.next())
      #expect(pair == expected)
    }
  }
}
