/// How much a presented stack covers of the screens below it.
///
///     case .filters: .present(.filters, covering: .partly)
///
/// The screen below a layer that covers partly stays visible, as <doc:lifecycle> describes. The hosts of
/// KalugaSwiftUI and KalugaUIKit also let the user use it under a sheet, up to the largest height below
/// ``PresentationStyle/Detent/large``. A sheet without heights then rests at ``PresentationStyle/Detent/medium``
/// and `large`, and so does a popover in a narrow window. A swipe back there leaves the sheet open.
public enum PresentationCovering: String, Hashable, Sendable, Codable {
  /// The user sees nothing of the screens below, or what remains counts for nothing: they are paused.
  case wholly
  /// The user sees the screen below: it is visible.
  case partly
}
