import KalugaArchitecture
import KittensFeatures

/// A source that answers when a test says so, and what it says.
final class ScriptedKittenDataSource: KittenDataSource {
  typealias Answer = Result<[KittenImage], KittenDataError>

  /// A call that waits for its answer.
  struct Call: Sendable {
    let limit: Int
    let offset: Int
    fileprivate let answer = Settlement<Answer>()

    func succeed(_ images: [KittenImage]) { answer.settle(.success(images)) }
    func fail(_ error: KittenDataError) { answer.settle(.failure(error)) }
  }

  /// The calls, in order.
  let calls = EventChannel<Call>()

  /// How many calls were cancelled.
  let cancelledCount = MutableStateFlow(0)

  func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage] {
    let call = Call(limit: limit, offset: offset)
    calls.send(call)
    guard let answer = await call.answer.wait() else {
      cancelledCount.update { $0 + 1 }
      throw .cancelled
    }
    return try answer.get()
  }
}

func kittens(_ numbers: ClosedRange<Int>) -> [KittenImage] {
  numbers.map { KittenImage(url: "https://kittens.example/\($0).jpg") }
}
