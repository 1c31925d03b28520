/// How much a presented stack covers of the screens below it.
///
///     case .filters: .present(.filters, covering: .partly)
///
/// The screen below a layer that covers partly stays visible, as <doc:lifecycle> describes.
public enum PresentationCovering: String, Hashable, Sendable, Codable {
  /// The user sees nothing of the screens below, or what remains counts for nothing: they are paused.
  case wholly
  /// The user sees the screen below: it is visible.
  case partly
}
