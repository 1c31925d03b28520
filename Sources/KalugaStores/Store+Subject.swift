public import KalugaArchitecture

extension Store {
  /// Returns a subject that reads a part of the state and writes it by an intent, for a text field.
  ///
  ///     lazy var query = store.subject(\.query) { .queryChanged($0) }
  ///
  ///     TextField("Query", text: model.query.binding)      // SwiftUI, with KalugaSwiftUI
  ///
  /// A write sends the intent, unless the part is equal to the value. Then the subject has what the
  /// store made of it. Observers are called before a write through the subject returns, and in the next
  /// turn of the main actor after other changes of the state. Reads are never stale.
  ///
  /// Keep the subject: each call makes another one. It retains the store.
  public func subject<Value: Equatable>(
    _ path: KeyPath<State, Value>,
    send intent: @escaping @MainActor (Value) -> Intent
  ) -> InitializedSubject<Value> {
    InitializedSubject {
      self.state.current[keyPath: path]
    } set: {
      self.send(intent($0))
    }
  }
}
