import OpenCombine

/// OpenCombine's subject, and what its observers subscribe to: the same without equal values.
struct DistinctSubject<Value: Equatable> {
  let input: CurrentValueSubject<Value, Never>
  let output: AnyPublisher<Value, Never>
  private let link: AnyCancellable?

  /// Creates a subject that compares values once, however many observers it has.
  init(_ value: Value, observers: Int) {
    input = CurrentValueSubject(value)
    let distinct = input.removeDuplicates()
    if observers > 1 {
      let shared = CurrentValueSubject<Value, Never>(value)
      output = shared.eraseToAnyPublisher()
      link = distinct.subscribe(shared)
    } else {
      output = distinct.eraseToAnyPublisher()
      link = nil
    }
  }
}

// A closure literal on the main actor that is passed to OpenCombine, a module in an older language mode, would
// check its executor at each call. A literal that is passed to these functions does not.

extension Publisher where Failure == Never {
  @MainActor
  func follow(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveValue: receive)
  }
}

extension Publisher {
  @MainActor
  func distinctMap<Result: Equatable>(
    _ transform: @escaping (Output) -> Result
  ) -> Publishers.RemoveDuplicates<Publishers.Map<Self, Result>> {
    map(transform).removeDuplicates()
  }
}
