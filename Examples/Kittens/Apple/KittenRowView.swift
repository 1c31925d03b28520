#if canImport(UIKit) && !os(watchOS)
  import KittensFeatures
  import UIKit

  /// One kitten, whose picture is loaded while the row exists.
  final class KittenRowView: UIView {
    let url: String
    private let picture = UIImageView()
    private let heart = UILabel()
    private var loading: Task<Void, Never>?

    init(
      _ url: String,
      _ loader: any KittenImageLoader,
      onTap: @escaping @MainActor () -> Void
    ) {
      self.url = url
      super.init(frame: .zero)
      let row = UIStackView()
      let ask = UIButton(type: .system, primaryAction: UIAction(title: "Like") { _ in onTap() })
      for part in [picture, heart, ask] { row.addArrangedSubview(part) }
      row.frame = bounds
      row.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(row)
      loading = Task { [weak picture = self.picture] in
        let loaded = await KittenPicture.load(KittenImage(url: url), from: loader)
        if case .image(let image) = loaded { picture?.image = image }
      }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    deinit {
      loading?.cancel()
    }

    var isLiked: Bool {
      get { heart.text != nil }
      set { heart.text = newValue ? "♥" : nil }
    }
  }
#endif
