public import KalugaArchitecture

/// A base class for views, which passes events to the component.
///
///     final class CounterView: BaseMviView<CounterModel, CounterEvent, Never> {
///       override func render(_ model: CounterModel) { print(model.text) }
///       func buttonTapped() { dispatch(.increase) }
///     }
open class BaseMviView<Model: Equatable, Event, Label: Sendable>: MviView {
  private let handlers = HandlerList<@MainActor (Event) -> Void>()

  /// Creates a view without a component.
  public init() {}

  /// Shows the model.
  ///
  /// Overrides need not call `super`.
  open func render(_ model: Model) {}

  /// Shows a one-shot event.
  ///
  /// Overrides need not call `super`.
  open func show(_ label: Label) {}

  /// Passes an event to the component, which handles it before this returns.
  ///
  /// Events are dropped while the view is not bound to a started component, because the user cannot
  /// tap a hidden view.
  public final func dispatch(_ event: Event) {
    handlers.forEach { $0(event) }
  }

  /// Calls the closure for each event until the token is disposed.
  ///
  /// Closures are called in the order of registration.
  public final func onEvent(
    _ handler: @escaping @MainActor (Event) -> Void
  ) -> any Disposable {
    handlers.add(handler)
  }
}
