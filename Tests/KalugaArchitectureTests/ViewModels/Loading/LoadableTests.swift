import KalugaArchitecture
import Testing

struct LoadableTests {
  private struct Plain: Error {
    let code: Int
  }

  private struct Other: Error {
    let code: Int
  }

  private struct Compared: Error, Equatable, CustomStringConvertible {
    let code: Int
    let description = "compared"
  }

  @Test func `each state has a value, an error and a map`() {
    let states: [Loadable<Int>] = [
      .idle, .loading(previous: nil), .loading(previous: 1), .loaded(2),
      .failed(Plain(code: 1), previous: nil), .failed(Plain(code: 1), previous: 3),
    ]
    #expect(states.map(\.value) == [nil, nil, 1, 2, nil, 3])
    #expect(states.map { $0.error is Plain } == [false, false, false, false, true, true])
    #expect(states.map(\.isLoading) == [false, true, true, false, false, false])
    let texts = states.map { $0.map { "\($0)" } }
    #expect(texts.map(\.value) == [nil, nil, "1", "2", nil, "3"])
    #expect(texts.map(\.isLoading) == states.map(\.isLoading))
    #expect(throws: Plain.self) { try Loadable.loaded(1).map { throw Plain(code: $0) } }
  }

  @Test func `errors are equal by their type, and by value or description`() {
    func failed(_ error: any Error) -> Loadable<Int> { .failed(error, previous: 1) }
    #expect(failed(Compared(code: 1)) == failed(Compared(code: 1)))
    #expect(failed(Compared(code: 1)) != failed(Compared(code: 2)))
    #expect(failed(Plain(code: 1)) == failed(Plain(code: 1)))
    #expect(failed(Plain(code: 1)) != failed(Plain(code: 2)))
    #expect(failed(Plain(code: 1)) != failed(Other(code: 1)))
    #expect(failed(Plain(code: 1)) != .failed(Plain(code: 1), previous: 2))
  }

  @Test func `different states are not equal`() {
    let states: [Loadable<Int>] = [
      .idle, .loading(previous: nil), .loading(previous: 1), .loaded(1),
      .failed(Plain(code: 1), previous: 1),
    ]
    for (left, first) in states.enumerated() {
      for (right, second) in states.enumerated() {
        #expect((first == second) == (left == right))
      }
    }
  }
}
