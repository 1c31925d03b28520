import OpenCombine

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
