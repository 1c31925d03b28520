#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KittensFeatures
  import UIKit

  /// Shows a kitten, and loads its picture while it is on the screen.
  final class KittenCell: UITableViewCell {
    private var item: KittensModel.Item?
    private var picture: KittenPicture?
    private var loading: Task<Void, Never>?

    deinit {
      loading?.cancel()
    }

    func show(_ item: KittensModel.Item) {
      if item.url != self.item?.url { picture = nil }
      self.item = item
      draw()
    }

    func load(from loader: any KittenImageLoader) {
      if case .image = picture { return }
      guard let url = item?.url else { return }
      cancel()
      loading = Task { [weak self] in
        // If the task is cancelled, the table may have given the cell to another row.
        guard let loaded = await KittenPicture.load(KittenImage(url: url), from: loader) else {
          return
        }
        self?.picture = loaded
        self?.draw()
      }
    }

    func cancel() { loading.take()?.cancel() }

    private func draw() {
      var content = defaultContentConfiguration()
      switch picture {
      case .image(let image): content.image = image
      case .failure: content.secondaryText = "no picture"
      case nil: break
      }
      content.imageProperties.maximumSize = CGSize(width: 240, height: 160)
      content.text = item?.isLiked == true ? "♥" : "♡"
      contentConfiguration = content
    }
  }
#endif
