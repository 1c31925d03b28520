extension Dictionary where Key == Int {
  /// Calls the closure for each value, in the order of the keys: the order of registration.
  ///
  /// The order of the dictionary itself is another one in each run of a program.
  func forEachInOrder(_ body: (Value) -> Void) {
    if count > 1 {
      for (_, value) in sorted(by: { $0.key < $1.key }) { body(value) }
    } else {
      for value in values { body(value) }
    }
  }
}
