public import Observation

/// A view for user interfaces that read: Swift Observation follows ``model``.
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
  /// The labels that came: kept until somebody iterates, delivered once.
  public nonisolated var labels: StoreLabels<Label> { StoreLabels(channel) }

  private nonisolated let channel = EventChannel<Label>()
  private let subject = InitializedSubject<Model?>(wrappedValue: nil)

  /// The model that was rendered last; nil before the first.
  public var model: Model? { subject.current }

  /// Replaces the model.
  public override func render(_ model: Model) {
    subject.current = model
  }

  /// Keeps the label for whoever iterates ``labels``.
  public override func show(_ label: Label) {
    channel.send(label)
  }
}
