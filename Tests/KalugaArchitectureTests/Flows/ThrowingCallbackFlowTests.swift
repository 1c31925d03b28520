import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What an error adds to the rules of ``CallbackFlow``, whose tests cover the rest.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ThrowingCallbackFlowTests {
  private typealias Flow = ThrowingCallbackFlow<Int, SourceError>

  private final class Sensor: Sendable {
    let stops = Tally()
    let sinks = Log<Flow.Sink>()

    var flow: Flow {
      Flow { sink in
        self.sinks.append(sink)
        return { self.stops.add() }
      }
    }
  }

  @Test func `the error comes after the values, once, and stops the API`() async throws {
    let sensor = Sensor()
    var iterator = sensor.flow.makeAsyncIterator()
    let sink = try #require(sensor.sinks.all.first)
    sink.send(1)
    sink.send(2)
    sink.finish(throwing: SourceError())
    #expect(sensor.stops.value == 1)
    #expect(!sink.send(3))
    #expect(try await iterator.next() == 1)
    #expect(try await iterator.next() == 2)
    await #expect(throws: SourceError()) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
    #expect(sensor.stops.value == 1)
  }

  @Test func `the error is typed`() async {
    let flow = Flow { sink in
      sink.finish(throwing: SourceError())
      return {}
    }
    do throws(SourceError) {
      for try await _ in flow { Issue.record("there is no value") }
      Issue.record("there is no end without the error")
    } catch {
      #expect(error == SourceError())
    }
  }

  @Test func `the first end counts`() async throws {
    let sensor = Sensor()
    var finished = sensor.flow.makeAsyncIterator()
    var failed = sensor.flow.makeAsyncIterator()
    let sinks = sensor.sinks.all
    sinks[0].finish()
    sinks[0].finish(throwing: SourceError())
    sinks[1].finish(throwing: SourceError())
    sinks[1].finish()
    #expect(try await finished.next() == nil)
    await #expect(throws: SourceError()) { try await failed.next() }
    #expect(sensor.stops.value == 2)
  }

  @Test func `an error wakes a waiting consumer`() async throws {
    let sensor = Sensor()
    let recorder = ValueRecorder(following: sensor.flow)
    let sink = try #require(sensor.sinks.all.first)
    sink.send(1)
    try await #expect(recorder.next() == 1)
    sink.finish(throwing: SourceError())
    try await #expect(recorder.expectFailure() is SourceError)
  }

  @Test func `a cancelled consumer ends without the error, and the API is stopped once`() async {
    let sensor = Sensor()
    let flow = sensor.flow
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      await untilCancelled()
      for sink in sensor.sinks.all { sink.finish(throwing: SourceError()) }
      return try await iterator.next()
    }
    await mainActorTurn()
    consumer.cancel()
    #expect(await (try? consumer.value) == .some(nil))
    #expect(sensor.stops.value == 1)
  }

  @Test func `an observable keeps the last value and says that its source failed`() async throws {
    let sensor = Sensor()
    let scope = TaskScope(onError: { _ in })
    let observable = InitializedObservable(0, following: sensor.flow, in: scope)
    let values = ValueRecorder(observable)
    let sink = try #require(sensor.sinks.all.first)
    sink.send(1)
    sink.finish(throwing: SourceError())
    _ = try await values.next { $0 == 1 }
    await mainActorTurns(until: isFailed(observable))
    #expect(isFailed(observable))
    #expect(observable.current == 1)
    #expect(scope.isActive)
  }

  private func isFailed(_ observable: InitializedObservable<Int>) -> Bool {
    if case .failed(is SourceError) = observable.sourceState { true } else { false }
  }
}
