/// The observer that came first, in the place that is built into its hub: most hubs have no other one.
///
/// Cannot be copied, and so is called where it stands: a copy would be retained and released around each
/// call.
struct FirstObserver<Value>: ~Copyable {
  private let observer: @MainActor (Value) -> Void

  init(_ observer: @escaping @MainActor (Value) -> Void) {
    self.observer = observer
  }

  @MainActor
  borrowing func call(_ value: Value) {
    observer(value)
  }
}
