#if canImport(SwiftUI)
  import KittensFeatures
  import SwiftUI

  /// Shows the picture at an address when it has been loaded.
  ///
  /// The task is cancelled when the view disappears. When it appears again, a picture that is missing is
  /// loaded again.
  struct RemoteImage: View {
    private let url: String
    private let loader: any KittenImageLoader
    @State private var picture: KittenPicture?

    init(url: String, loader: any KittenImageLoader) {
      self.url = url
      self.loader = loader
    }

    var body: some View {
      ZStack {
        switch picture {
        case .image(let image): Image(kitten: image).resizable().scaledToFit()
        case .failure: Text("no picture")
        case nil: EmptyView()
        }
      }
      .frame(height: 160)
      .task(id: url) {
        if case .image = picture { return }
        picture = await KittenPicture.load(KittenImage(url: url), from: loader)
      }
    }
  }

  extension Image {
    /// Creates a view of a picture.
    fileprivate init(kitten image: KittenPicture.Native) {
      #if canImport(UIKit)
        self.init(uiImage: image)
      #else
        self.init(nsImage: image)
      #endif
    }
  }
#endif
