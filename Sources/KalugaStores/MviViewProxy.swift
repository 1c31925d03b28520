import KalugaArchitecture
public import Observation

/// A view for user interfaces that read their state: Swift Observation tracks ``model``.
///
///     struct KittensScreen: View {
///       let proxy: MviViewProxy<KittensModel, KittensEvent, KittensLabel>
///
///       var body: some View {
///         Text(proxy.model?.title ?? "")
///         Button("Refresh") { proxy.dispatch(.refreshTapped) }
///           .task { for await label in proxy.labels { … } }
///       }
///     }
public final class MviViewProxy<Model: Equatable, Event, Label: Sendable>:
  BaseMviView<Model, Event, Label>, Observable
{
  /// The labels, each delivered once.
  ///
  /// Up to 64 labels wait for a consumer; beyond that, the oldest are dropped.
  public nonisolated var labels: StoreLabels<Label> { StoreLabels(channel) }

  private nonisolated let channel = EventChannel<Label>()
  private let subject = InitializedSubject<Model?>(wrappedValue: nil)

  /// The latest model, or nil before the first rendering.
  public var model: Model? { subject.current }

  /// Replaces the model.
  public override func render(_ model: Model) {
    subject.current = model
  }

  /// Keeps the label for the consumer of ``labels``.
  public override func show(_ label: Label) {
    channel.send(label)
  }
}
