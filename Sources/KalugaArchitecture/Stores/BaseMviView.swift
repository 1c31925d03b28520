/// The base of views: hands on the events that are dispatched.
///
///     final class CounterView: BaseMviView<CounterModel, CounterEvent, Never> {
///       override func render(_ model: CounterModel) { print(model.text) }
///       func buttonTapped() { dispatch(.increase) }
///     }
open class BaseMviView<Model: Equatable, Event, Label: Sendable>: MviView {
  private var handlers = HandlerList<@MainActor (Event) -> Void>()

  /// Creates a view that nobody listens to.
  public init() {}

  /// Shows the model.
  ///
  /// Overrides need not call `super`.
  open func render(_ model: Model) {}

  /// Shows news once.
  ///
  /// Overrides need not call `super`.
  open func show(_ label: Label) {}

  /// Hands an event to the component, before this returns.
  ///
  /// Dropped while the view is not started: what nobody sees, nobody has tapped.
  public final func dispatch(_ event: Event) {
    handlers.forEach { $0(event) }
  }

  /// Calls back for each event, in the order of registration, until the token is disposed.
  public final func onEvent(
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> any Disposable {
    handlers.add(handler) { [weak self] in self?.handlers.remove($0) }
  }
}
