#if canImport(SwiftUI)
  import KalugaArchitecture
  import SwiftUI

  /// Draws one layer of a stack, and the layers that are presented over it.
  struct LayerView<Destination: NavigationDestination, Content: View, TabLabel: View>: View {
    let layer: ShownLayer<Destination>
    let drawing: HostDrawing<Destination, Content, TabLabel>

    @ViewBuilder
    var body: some View {
      if layer.paths.count == 1, layer.paths[0].isInOuterPath {
        PathView(path: layer.paths[0], isInOverlay: false, drawing: drawing)
      } else {
        ZStack { paths }
          .modifier(LayerPresentation(layer: layer, drawing: drawing))
      }
    }

    private var isOverlay: Bool { layer.style.presenter == .overlay }

    @ViewBuilder
    private var paths: some View {
      if layer.paths.count > 1 {
        // Called in the body, which then depends on what the closures read.
        let tabs = layer.paths.map { path in
          (path: path, label: drawing.tab(path.tab), badge: drawing.badge(path.tab))
        }
        TabView(selection: Bindable(layer)[selected: layer.selection]) {
          ForEach(tabs, id: \.path) { tab in
            PathView(path: tab.path, isInOverlay: isOverlay, drawing: drawing)
              .tabItem { tab.label }
              .tabBadge(tab.badge)
              .tag(layer.tag(tab.path))
          }
        }
      } else {
        // A stack whose root gets another identity drops its path, and writes an empty one.
        PathView(path: layer.paths[0], isInOverlay: isOverlay, drawing: drawing)
          .id(layer.paths[0])
      }
    }
  }

  /// Presents what is over the layer.
  struct LayerPresentation<Destination: NavigationDestination, Screen: View, TabLabel: View>:
    ViewModifier
  {
    let layer: ShownLayer<Destination>
    let drawing: HostDrawing<Destination, Screen, TabLabel>

    func body(content: Content) -> some View {
      content
        .sheet(item: presented(by: .sheet), onDismiss: { layer.presentationDidEnd() }) {
          presented in
          view(of: presented).modifier(SheetDrawing(layer: presented))
        }
        #if os(macOS)
          .sheet(item: presented(by: .overlay), onDismiss: { layer.presentationDidEnd() }) {
            presented in
            view(of: presented).overlayBackground(of: presented.style)
          }
        #else
          .fullScreenCover(
            item: presented(by: .cover),
            onDismiss: { layer.presentationDidEnd() }
          ) { presented in
            view(of: presented)
          }
          .fullScreenCover(
            item: presented(by: .overlay),
            onDismiss: { layer.presentationDidEnd() }
          ) { presented in
            view(of: presented).overlayBackground(of: presented.style)
          }
        #endif
        #if !os(tvOS) && !os(watchOS)
          .popover(item: presented(by: .popover), attachmentAnchor: .point(.center)) { presented in
            view(of: presented).modifier(SheetDrawing(layer: presented))
          }
        #endif
        .modifier(QuestionPresentation(layer: layer))
    }

    private func presented(by presenter: LayerPresenter) -> Binding<ShownLayer<Destination>?> {
      Bindable(layer)[presented: layer.presented, by: presenter]
    }

    private func view(of presented: ShownLayer<Destination>) -> some View {
      LayerView(layer: presented, drawing: drawing)
        .onAppear { layer.presentationDidAppear(presented) }
        .onDisappear { layer.presentationDidDisappear(presented) }
    }
  }

  /// Draws one path of a layer, in two columns if it has a list and there is place for its detail.
  struct PathView<Destination: NavigationDestination, Content: View, TabLabel: View>: View {
    let path: ShownPath<Destination>
    let isInOverlay: Bool
    let drawing: HostDrawing<Destination, Content, TabLabel>

    @ViewBuilder
    var body: some View {
      // Called in the body, which then depends on what the closure reads.
      let emptyDetail = path.isWide ? drawing.emptyDetail?(path.tab.destination) : nil
      if path.detail != nil || emptyDetail != nil {
        PathColumns {
          PathColumn(path: path, isInOverlay: isInOverlay, drawing: drawing)
        } detail: {
          if let detail = path.detail {
            // A stack whose root gets another identity drops its path, and writes an empty one.
            PathColumn(path: detail, isInOverlay: isInOverlay, drawing: drawing).id(detail)
          } else {
            emptyDetail
          }
        }
      } else {
        PathColumn(path: path, isInOverlay: isInOverlay, drawing: drawing)
      }
    }
  }

  /// Draws a path, or the list or the detail of one.
  struct PathColumn<Destination: NavigationDestination, Content: View, TabLabel: View>: View {
    let path: ShownPath<Destination>
    let isInOverlay: Bool
    let drawing: HostDrawing<Destination, Content, TabLabel>

    @ViewBuilder
    var body: some View {
      if path.isInOuterPath {
        ZStack {
          if let screen = path.inPlace ?? path.first { view(of: screen) }
        }
      } else {
        ZStack {
          if path.isStack, let first = path.first {
            NavigationStack(path: Bindable(path).pushedByStack) {
              view(of: first)
                .navigationDestination(for: PushedScreen<Destination>.self) { view(of: $0) }
            }
            .opacity(path.inPlace == nil ? 1 : 0)
            .accessibilityHidden(path.inPlace != nil)
          }
          if let screen = path.inPlace { view(of: screen) }
        }
        .overlay { PathOverlay(path: path) }
        .background { PathPresenters(path: path) }
      }
    }

    @ViewBuilder
    private func view(of screen: PushedScreen<Destination>) -> some View {
      switch screen {
      case .own(let screen): view(of: screen)
      case .nested(let screen): screen.view().clearInOverlay(isInOverlay).id(screen)
      }
    }

    /// SwiftUI identifies a screen by its place, so that one that replaces another would get its
    /// state.
    private func view(of screen: ShownScreen<Destination>) -> some View {
      ScreenView(screen: screen, path: path, drawing: drawing).equatable()
        .clearInOverlay(isInOverlay)
        .id(screen)
    }
  }

  /// Draws one screen.
  ///
  /// It is drawn again only if its destination or the closures of the host change.
  struct ScreenView<Destination: NavigationDestination, Content: View, TabLabel: View>:
    View, nonisolated Equatable
  {
    let screen: ShownScreen<Destination>
    let path: ShownPath<Destination>
    let drawing: HostDrawing<Destination, Content, TabLabel>
    @State private var services = ServiceAttachment()

    // With Xcode 27, other files cannot link an implicit initializer of private state.
    init(
      screen: ShownScreen<Destination>,
      path: ShownPath<Destination>,
      drawing: HostDrawing<Destination, Content, TabLabel>
    ) {
      self.screen = screen
      self.path = path
      self.drawing = drawing
    }

    nonisolated static func == (first: Self, second: Self) -> Bool {
      first.screen === second.screen && first.drawing === second.drawing
    }

    var body: some View {
      drawing.screen(screen.hosted)
        .background { EnvironmentReader(services) }
        .onAppear {
          path.screenDidAppear(screen)
          services.attach(to: screen.hosted.viewModel)
        }
        .onDisappear { path.didDisappear(screen) }
    }
  }

  /// Draws what presents the layers of nested drivers over the path.
  struct PathPresenters<Destination: NavigationDestination>: View {
    let path: ShownPath<Destination>

    var body: some View {
      ForEach(path.nestedPresenters) { $0.view() }
    }
  }

  extension BaseLifecycleViewModel {
    fileprivate var overlaidID: ObjectIdentifier { ObjectIdentifier(self) }
  }

  /// Draws what the services of the screen on top draw.
  struct PathOverlay<Destination: NavigationDestination>: View {
    let path: ShownPath<Destination>

    var body: some View {
      ForEach(path.overlaid, id: \.overlaidID) { ServiceOverlays(viewModel: $0) }
    }
  }

  extension View {
    /// tvOS and watchOS have no badges.
    fileprivate func tabBadge(_ count: Int) -> some View {
      #if os(tvOS) || os(watchOS)
        self
      #else
        badge(count)
      #endif
    }
  }
#endif
