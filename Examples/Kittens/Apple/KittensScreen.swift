#if canImport(SwiftUI)
  import KalugaArchitecture
  import KalugaStores
  import KalugaSwiftUI
  public import KittensFeatures
  public import SwiftUI

  /// The list of kittens: pictures or an error, a spinner, and a button that loads them again.
  public struct KittensScreen: View {
    private let source: any KittenDataSource
    private let loader: any KittenImageLoader
    @State private var asked: KittenImage?
    @State private var isAsking = false

    /// Creates a screen; later values of its arguments have no effect on the list.
    public init(source: any KittenDataSource, loader: any KittenImageLoader) {
      self.source = source
      self.loader = loader
    }

    /// The list.
    public var body: some View {
      MviHost(makeKittensComponent(makeKittensStore(source: source))) { model, send in
        VStack {
          HStack {
            if model.isLoading { ProgressView() }
            Button("Refresh") { send(.refreshTriggered) }
          }
          if let error = model.error { Text(error) }
          List {
            ForEach(Array(model.items.enumerated()), id: \.offset) { index, item in
              KittenRow(item: item, loader: loader) { send(.itemTapped(index)) }
            }
            if model.hasMore, !model.items.isEmpty { Button("More") { send(.endReached) } }
          }
        }
        .alert("Do you like it?", isPresented: $isAsking) {
          Button("Yes") { answer(true, send) }
          Button("No") { answer(false, send) }
          Button("Cancel") { send(.dialogCancelled) }
        }
      } onLabel: { label in
        guard case .openDialog(let image) = label else { return }
        asked = image
        isAsking = true
      }
    }

    private func answer(_ isLiked: Bool, _ send: @MainActor (KittensEvent) -> Void) {
      if let asked { send(.dialogAnswered(asked, isLiked: isLiked)) }
    }
  }

  /// One kitten, whose picture is loaded while the row is on the screen.
  struct KittenRow: View {
    let item: KittensModel.Item
    let loader: any KittenImageLoader
    let onTap: @MainActor () -> Void
    @State private var picture: KittenPicture?

    // With Xcode 27, other files cannot link an implicit initializer of private state.
    init(
      item: KittensModel.Item,
      loader: any KittenImageLoader,
      onTap: @escaping @MainActor () -> Void
    ) {
      self.item = item
      self.loader = loader
      self.onTap = onTap
    }

    var body: some View {
      HStack {
        switch picture {
        case .image(let image): Image(kitten: image)
        case .failure: Text("no picture")
        case nil: ProgressView()
        }
        Button(item.isLiked ? "♥" : "♡", action: onTap)
      }
      // SwiftUI cancels it when the row disappears, or shows another kitten.
      .task(id: item.url) {
        picture = nil
        picture = await KittenPicture.load(KittenImage(url: item.url), from: loader)
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
