import OpenCombine

/// OpenCombine's subject that drops equal values: once, and not for each observer.
struct DistinctSubject<Value: Equatable> {
  let input: CurrentValueSubject<Value, Never>
  /// What observers subscribe to.
  let output: CurrentValueSubject<Value, Never>
  private let link: AnyCancellable

  init(_ value: Value) {
    input = CurrentValueSubject(value)
    output = CurrentValueSubject(value)
    link = input.removeDuplicates().subscribe(output)
  }
}
