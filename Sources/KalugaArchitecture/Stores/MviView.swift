/// What a component needs of a view: it renders models, shows labels, and gives events.
///
/// Lives on the main actor. A view knows neither store nor state. Subclass ``BaseMviView``, or hold a
/// ``MviViewProxy`` where the view cannot be a class, as in SwiftUI.
@MainActor
public protocol MviView<Model, Event, Label>: AnyObject {
  /// Everything that is shown.
  associatedtype Model: Equatable
  /// What the user does.
  associatedtype Event
  /// News that are shown once.
  associatedtype Label: Sendable

  /// Shows the model; called with the newest one at each start, then with each that differs.
  func render(_ model: Model)

  /// Shows news; called once for each label, between start and stop.
  func show(_ label: Label)

  /// Calls back for each event, until the token is disposed.
  func onEvent(_ handler: @escaping @MainActor (Event) -> Void) -> any Disposable
}
