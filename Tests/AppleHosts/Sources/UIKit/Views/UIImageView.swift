// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A picture, whose bytes are text.
public final class UIImage: NSObject, Sendable {
  public let stubText: String

  public init?(data: Data) {
    if data.isEmpty { return nil }
    stubText = String(decoding: data, as: UTF8.self)
  }
}

open class UIImageView: UIView {
  open var image: UIImage?
}

open class UILabel: UIView {
  open var text: String?
  open var numberOfLines = 1
}

open class UIActivityIndicatorView: UIView {
  public enum Style: Sendable { case medium }

  open private(set) var isAnimating = false

  public convenience init(style: Style) { self.init(frame: .zero) }

  open func startAnimating() { isAnimating = true }

  open func stopAnimating() { isAnimating = false }
}
