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
      let presented = shown.layer(over: layer.reference)?.id
      paths(of: layer)
        .onAppear { shown.didAppear(layer.reference) }
        // SwiftUI has drawn the user's change by then, so that a correction is a change again. The
        // layers have hosting controllers of their own, which are not drawn at the same time.
        .onChange(of: shown.userChanges(in: layer.reference), initial: true) { _, count in
          if count > 0 { shown.endUserChange() }
        }
        .sheet(
          item: Bindable(shown)[presentedOver: layer.reference, isCover: false, shown: presented]
        ) { layer in
          LayerView(shown: shown, drawing: drawing, layer: layer)
        }
        #if !os(macOS)
          .fullScreenCover(
            item: Bindable(shown)[presentedOver: layer.reference, isCover: true, shown: presented]
          ) { layer in
            LayerView(shown: shown, drawing: drawing, layer: layer)
          }
        #endif
    }

    @ViewBuilder
    private func paths(of layer: ShownLayer) -> some View {
      if layer.tabs.count > 1 {
        // Read in the body, which is then evaluated again when the driver has made the screens.
        let tabs = layer.tabs.map { (path: $0, screen: shown.screen($0.id)) }
        TabView(selection: Bindable(shown)[tabOf: layer.reference, shown: layer.selected]) {
          ForEach(tabs, id: \.path.id) { tab in
            view(of: tab.path)
              .tabItem {
                if let screen = tab.screen { drawing.tab(screen) }
              }
              .tag(tab.path.id)
          }
        }
      } else {
        view(of: layer.tabs[0])
      }
    }

    private func view(of path: ShownPath) -> some View {
      ZStack {
        if path.isStack {
          stack(path)
            .opacity(path.inPlace == nil ? 1 : 0)
            .accessibilityHidden(path.inPlace != nil)
        }
        if let id = path.inPlace { screen(id) }
      }
    }

    private func stack(_ path: ShownPath) -> some View {
      NavigationStack(path: Bindable(shown)[path: path.id]) {
        screen(path.id)
          .navigationDestination(for: BackStackEntryID.self) { id in
            screen(id)
          }
      }
      // A stack whose root gets another identity drops its path, and writes an empty one.
      .id(path.id)
    }

    /// SwiftUI identifies a screen by its place, so that one that replaces another would get its
    /// state.
    private func screen(_ id: BackStackEntryID) -> some View {
      ScreenView(shown: shown, draw: drawing.screen, id: id).id(id)
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
