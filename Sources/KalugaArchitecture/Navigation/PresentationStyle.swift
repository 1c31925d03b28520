/// The way in which a request asks the host to draw a stack over the others.
///
///     case .filters: .present(.filters, style: .sheet(detents: [.medium, .large]))
///
/// The style is stored with the layer of the ``BackStack``, saved with it, and part of its
/// description: `[home] ▸ sheet(medium, large) [filters]`. Without a style, the host decides by the
/// destination. A style changes what is drawn, and whether the screen below stays visible: see
/// ``covering``. Operations and results are the same.
///
/// What a system cannot draw, it draws in this way:
///
/// | Style | KalugaSwiftUI | KalugaUIKit |
/// |---|---|---|
/// | ``sheet(detents:)`` | macOS, tvOS, watchOS and visionOS: with the size that the system chooses | tvOS and visionOS: with the size that the system chooses |
/// | ``popover`` | in the middle of the stack below; tvOS and watchOS: a sheet | in the middle, unless `willPresent` sets a source; tvOS: what `automatic` is there |
/// | ``cover(transition:)`` | always with the transition of the system; macOS: a sheet | as requested; one that covers partly keeps the views below |
/// | ``overlay(opacity:isBlurred:)`` | moves in like a cover; macOS: a sheet with this background | fades in |
///
/// A narrow window shows a popover as a sheet. In a terminal, all styles look the same.
public enum PresentationStyle: Hashable, Sendable, Codable {
  /// A sheet, which the user can swipe away, with the heights at which it rests.
  ///
  /// A partial sheet is one without ``Detent/large``: `.sheet(detents: [.height(320)])`. Without
  /// heights, the system decides, unless the sheet covers partly: see ``PresentationCovering``.
  case sheet(detents: [Detent] = [])
  /// A popover, which the user can dismiss.
  case popover
  /// A cover of the full screen.
  case cover(transition: TransitionStyle = .slide)
  /// A view over the others that stay visible, such as a progress indicator.
  ///
  /// The stacks below are dimmed by black with this opacity, from 0 to 1, and blurred if requested. The
  /// screens need a clear background.
  case overlay(opacity: Double = 0.4, isBlurred: Bool = false)

  /// A height at which a sheet rests.
  public enum Detent: Hashable, Sendable, Codable {
    /// About half of the screen.
    case medium
    /// The whole height of a sheet.
    case large
    /// A part of the whole height, more than 0 and at most 1.
    case fraction(Double)
    /// A height in points, more than 0.
    case height(Double)
  }

  /// How a cover moves in and out.
  public enum TransitionStyle: String, Hashable, Sendable, Codable {
    /// From the lower edge of the screen.
    case slide
    /// Turns the screen over: the cover is on its back.
    case flip
    /// Fades in.
    case fade
  }

  /// What a stack with this style covers, unless its request decides.
  ///
  /// A popover, an overlay, and a sheet that rests at a height below ``Detent/large`` cover the screen
  /// below partly. A cover and any other sheet cover it wholly.
  public var covering: PresentationCovering {
    switch self {
    case .sheet(let detents): detents.contains { $0.isPartial } ? .partly : .wholly
    case .popover, .overlay: .partly
    case .cover: .wholly
    }
  }

  /// What is wrong with a number of the style, or nil.
  var problem: String? {
    switch self {
    case .sheet(let detents): detents.lazy.compactMap(\.problem).first
    case .overlay(let opacity, _) where !(0...1).contains(opacity):
      "the opacity of the overlay is \(opacity); expected a number from 0 to 1"
    case .popover, .cover, .overlay: nil
    }
  }
}

extension PresentationStyle.Detent {
  var isPartial: Bool { self != .large && self != .fraction(1) }

  fileprivate var problem: String? {
    switch self {
    case .fraction(let part) where !(part > 0 && part <= 1):
      "the fraction of a detent is \(part); expected more than 0 and at most 1"
    case .height(let points) where !(points > 0 && points.isFinite):
      "the height of a detent is \(points); expected more than 0"
    case .medium, .large, .fraction, .height: nil
    }
  }
}

extension PresentationStyle: CustomStringConvertible {
  /// The name of the style with its numbers: `sheet(medium, large)`, `overlay(0.4)` or `cover`.
  public var description: String {
    switch self {
    case .sheet(let detents):
      detents.isEmpty ? "sheet" : "sheet(\(detents.map(\.description).joined(separator: ", ")))"
    case .popover: "popover"
    case .cover(.slide): "cover"
    case .cover(let transition): "cover(\(transition.rawValue))"
    case .overlay(let opacity, let isBlurred): "overlay(\(opacity)\(isBlurred ? ", blurred" : ""))"
    }
  }
}

extension PresentationStyle.Detent: CustomStringConvertible {
  /// The name of the detent, with its number: `medium` or `height 320.0`.
  public var description: String {
    switch self {
    case .medium: "medium"
    case .large: "large"
    case .fraction(let part): "fraction \(part)"
    case .height(let points): "height \(points)"
    }
  }
}
