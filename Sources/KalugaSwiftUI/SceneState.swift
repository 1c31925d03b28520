#if canImport(SwiftUI)
  import KalugaArchitecture
  import SwiftUI

  #if canImport(UIKit) && !os(watchOS)
    import KalugaUIKit
    import UIKit
  #endif

  /// The state of the scene that shows a view, which must put ``projectedValue`` into its background.
  ///
  /// SwiftUI gives the phase of the scene. In a `UIHostingController`, that may stay `background`.
  /// So the scene of the window is followed, too, and the more active one of both counts.
  ///
  /// The type has no isolation, because SwiftUI looks for the conformance from any thread.
  @propertyWrapper
  struct SceneState: DynamicProperty {
    @Environment(\.scenePhase) private var phase
    @State private var window = HostState.background

    // With Xcode 27, other files cannot link an implicit initializer of private state.
    init() {}

    @MainActor var wrappedValue: HostState {
      switch (HostState(phase), window) {
      case (.active, _), (_, .active): .active
      case (.inactive, _), (_, .inactive): .inactive
      default: .background
      }
    }

    /// An invisible view that finds the window.
    @MainActor var projectedValue: some View {
      #if canImport(UIKit) && !os(watchOS)
        WindowReader { window = $0 }.frame(width: 0, height: 0).accessibilityHidden(true)
      #else
        EmptyView()
      #endif
    }
  }

  extension HostState {
    /// The state of a host in a scene with this phase, of which later systems may add others.
    fileprivate init(_ phase: ScenePhase) {
      switch phase {
      case .active: self = .active
      case .background: self = .background
      default: self = .inactive
      }
    }
  }

  #if canImport(UIKit) && !os(watchOS)
    /// Reports the state of the scene of the window that shows the view.
    struct WindowReader: UIViewRepresentable {
      let didChange: @MainActor (HostState) -> Void

      func makeUIView(context: Context) -> WindowReaderView { WindowReaderView(didChange) }

      func updateUIView(_ view: WindowReaderView, context: Context) {}
    }

    final class WindowReaderView: UIView {
      private let didChange: @MainActor (HostState) -> Void
      private let follower = SceneFollower()

      init(_ didChange: @escaping @MainActor (HostState) -> Void) {
        self.didChange = didChange
        super.init(frame: .zero)
      }

      @available(*, unavailable)
      required init?(coder: NSCoder) { nil }

      override func didMoveToWindow() {
        super.didMoveToWindow()
        guard window != nil else { return }
        Task {
          // SwiftUI was in an update, in which its state must not change, and may have removed the
          // view since.
          if let window { follower.follow(window, didChange) }
        }
      }
    }
  #endif
#endif
