#if canImport(SwiftUI)
  import KalugaArchitecture
  import Observation
  import SwiftUI

  /// The newest value of a host that is drawn outside of its own view.
  @MainActor
  @Observable
  final class NewestDrawing<Destination: NavigationDestination, Content: View, TabLabel: View> {
    var drawing: HostDrawing<Destination, Content, TabLabel>

    init(_ drawing: HostDrawing<Destination, Content, TabLabel>) {
      self.drawing = drawing
    }
  }

  /// Draws a screen that a path of an outer driver shows, with the newest closures of its own host.
  struct NestedScreenView<Destination: NavigationDestination, Content: View, TabLabel: View>: View {
    let screen: ShownScreen<Destination>
    let path: ShownPath<Destination>
    let newest: NewestDrawing<Destination, Content, TabLabel>

    var body: some View {
      ScreenView(screen: screen, path: path, drawing: newest.drawing).equatable()
    }
  }

  /// Presents the layers of a nested driver over a path of an outer one.
  struct NestedLayersView<Destination: NavigationDestination, Content: View, TabLabel: View>: View {
    let base: ShownLayer<Destination>
    let newest: NewestDrawing<Destination, Content, TabLabel>

    var body: some View {
      Color.clear.frame(width: 0, height: 0).accessibilityHidden(true)
        .modifier(LayerPresentation(layer: base, drawing: newest.drawing))
    }
  }
#endif
