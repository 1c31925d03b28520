import KalugaArchitecture
import KittensFeatures

/// A source whose calls are answered by the test.
final class ScriptedKittenDataSource: KittenDataSource {
  typealias Answer = Result<[KittenImage], KittenDataError>

  /// A call that waits for an answer.
  struct Call: Sendable {
    let limit: Int
    let offset: Int
    fileprivate let answers = EventChannel<Answer>()

    func succeed(_ images: [KittenImage]) { answers.send(.success(images)) }
    func fail(_ error: KittenDataError) { answers.send(.failure(error)) }
  }

  /// The calls in the order in which they arrive.
  let calls = EventChannel<Call>()

  /// The number of cancelled calls.
  let cancelledCount = MutableStateFlow(0)

  func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage] {
    let call = Call(limit: limit, offset: offset)
    calls.send(call)
    var answers = call.answers.makeAsyncIterator()
    guard let answer = await answers.next() else {
      cancelledCount.update { $0 + 1 }
      throw .cancelled
    }
    return try answer.get()
  }
}

func kittens(_ numbers: ClosedRange<Int>) -> [KittenImage] {
  numbers.map { KittenImage(url: "https://kittens.example/\($0).jpg") }
}
