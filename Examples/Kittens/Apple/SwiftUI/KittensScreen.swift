#if canImport(SwiftUI)
  import KalugaStores
  import KalugaSwiftUI
  import KittensFeatures
  import SwiftUI

  /// The screen of the list in SwiftUI.
  ///
  /// In the article: `Kittens`.
  ///
  /// `MviHost` does what `ComponentHolder` and `KittenViewProxy` do there.
  struct KittensScreen: View {
    private let makeComponent: @MainActor () -> KittensComponent
    private let pictures: any KittenImageLoader
    @State private var asked: KittenImage?
    @State private var isAsking = false

    init(
      _ component: @autoclosure @escaping @MainActor () -> KittensComponent,
      pictures: any KittenImageLoader
    ) {
      makeComponent = component
      self.pictures = pictures
    }

    var body: some View {
      NavigationStack {
        MviHost(makeComponent()) { model, send in
          KittensList(model: model, pictures: pictures, send: send)
            .alert("Do you like this kitten?", isPresented: $isAsking) {
              if let asked {
                Button("Yes") { send(.dialogAnswered(asked, isLiked: true)) }
                Button("No") { send(.dialogAnswered(asked, isLiked: false)) }
              }
              Button("Cancel") { send(.dialogCancelled) }
            }
        } onLabel: { label in
          switch label {
          case .openDialog(let image): (asked, isAsking) = (image, true)
          case .noSuchImage: break  // The row has left the list since the tap.
          }
        }
      }
    }
  }

  /// Draws a model.
  ///
  /// In the article: `KittenSwiftView`.
  struct KittensList: View {
    let model: KittensModel
    let pictures: any KittenImageLoader
    let send: @MainActor (KittensEvent) -> Void

    var body: some View {
      List {
        ForEach(Array(model.items.enumerated()), id: \.element.id) { index, item in
          HStack {
            RemoteImage(url: item.url, loader: pictures)
            Button(item.isLiked ? "♥" : "♡") { send(.itemTapped(index)) }
          }
          // Not when the row appears: after a refresh, a row that has been there may be the last one.
          .task(id: loadsMore(at: index)) { if loadsMore(at: index) { send(.endReached) } }
        }
        if let error = model.error {
          Text(error)
        } else if model.items.isEmpty, !model.isLoading {
          Text("There are no kittens.")
        }
      }
      .navigationTitle("Kittens")
      .toolbar {
        if model.isLoading { ProgressView() }
        Button("Refresh") { send(.refreshTriggered) }
      }
    }

    private func loadsMore(at index: Int) -> Bool {
      model.loadsMoreAtEnd && index == model.items.count - 1
    }
  }
#endif
