public import KalugaArchitecture

/// A view that renders models, shows labels and sends events.
///
/// Views are isolated to the main actor and know neither the store nor its state. Subclass
/// ``BaseMviView``, or use a ``MviViewProxy`` where the view cannot be a class, such as in SwiftUI.
@MainActor
public protocol MviView<Model, Event, Label>: AnyObject {
  /// The content that the view shows.
  associatedtype Model: Equatable
  /// An action of the user.
  associatedtype Event
  /// A one-shot event that the view shows.
  associatedtype Label: Sendable

  /// Shows the model; called with the newest model at each start, then with each one that differs.
  func render(_ model: Model)

  /// Shows a one-shot event; called once for each label, between start and stop.
  func show(_ label: Label)

  /// Calls the closure for each event until the token is disposed.
  func onEvent(_ handler: @escaping @MainActor (Event) -> Void) -> any Disposable
}
