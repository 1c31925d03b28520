#if canImport(SwiftUI)
  import KalugaArchitecture
  import SwiftUI

  /// Draws one layer of a stack, and the layers that are presented over it.
  struct LayerView<Destination: NavigationDestination, Content: View, TabLabel: View>: View {
    let shown: ShownStack<Destination>
    let drawing: HostDrawing<Destination, Content, TabLabel>
    /// The layer at the last evaluation of the views around it, which is older than the shown one.
    let layer: ShownLayer

    var body: some View {
      let layer = shown.newest(layer)
      paths(of: layer)
        .sheet(item: Bindable(shown)[presentedOver: layer.level, isCover: false]) { layer in
          LayerView(shown: shown, drawing: drawing, layer: layer)
        }
        #if !os(macOS)
          .fullScreenCover(item: Bindable(shown)[presentedOver: layer.level, isCover: true]) {
            layer in
            LayerView(shown: shown, drawing: drawing, layer: layer)
          }
        #endif
    }

    @ViewBuilder
    private func paths(of layer: ShownLayer) -> some View {
      if layer.tabs.count > 1 {
        // Read in the body, which is then evaluated again when the driver has made the screens.
        let firstScreens = layer.tabs.map { shown.screen($0[0]) }
        TabView(selection: Bindable(shown)[tabOf: layer.reference]) {
          ForEach(layer.tabs.indices, id: \.self) { tab in
            path(tab, of: layer)
              .tabItem {
                if let screen = firstScreens[tab] { drawing.tab(screen) }
              }
              .tag(tab)
          }
        }
      } else {
        path(0, of: layer)
      }
    }

    private func path(_ tab: Int, of layer: ShownLayer) -> some View {
      let root = layer.tabs[tab][0]
      return NavigationStack(path: Bindable(shown)[ShownPath(layer: layer.reference, tab: tab)]) {
        ScreenView(shown: shown, draw: drawing.screen, id: root)
          .id(root)
          .navigationDestination(for: BackStackEntryID.self) { id in
            ScreenView(shown: shown, draw: drawing.screen, id: id)
          }
      }
    }
  }

  /// Draws one screen.
  struct ScreenView<Destination: NavigationDestination, Content: View>: View {
    let shown: ShownStack<Destination>
    let draw: @MainActor (HostedScreen<Destination>) -> Content
    let id: BackStackEntryID
    @State private var last = LastScreen<Destination>()

    var body: some View {
      if let screen = last.update(shown.screen(id)) {
        draw(screen)
      } else {
        Color.clear
      }
    }
  }

  /// Keeps a screen that has left the stack, for as long as SwiftUI moves it out.
  @MainActor
  final class LastScreen<Destination: NavigationDestination> {
    private var screen: HostedScreen<Destination>?

    nonisolated init() {}

    func update(_ newest: HostedScreen<Destination>?) -> HostedScreen<Destination>? {
      if let newest { screen = newest }
      return screen
    }
  }
#endif
