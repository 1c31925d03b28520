#if canImport(SwiftUI)
  import KalugaArchitecture
  import SwiftUI

  /// The modifier of SwiftUI that presents a layer.
  ///
  /// A layer that gets a style of another one is dismissed and presented again.
  enum LayerPresenter: Hashable {
    case sheet, popover, cover, overlay
  }

  extension PresentationStyle {
    /// The modifier that presents a layer in this style, or in the one that the system has in its place.
    var presenter: LayerPresenter {
      switch self {
      case .sheet: return .sheet
      case .popover:
        #if os(tvOS) || os(watchOS)
          return .sheet
        #else
          return .popover
        #endif
      case .cover:
        #if os(macOS)
          return .sheet
        #else
          return .cover
        #endif
      case .overlay: return .overlay
      }
    }
  }

  extension PresentationStyle.Detent {
    fileprivate var ofSwiftUI: PresentationDetent {
      switch self {
      case .medium: .medium
      case .large: .large
      case .fraction(let part): .fraction(part)
      case .height(let points): .height(points)
      }
    }
  }

  /// Gives a sheet its heights, and lets the user use what is below it if it covers that partly.
  ///
  /// A narrow window shows a popover as a sheet, outside of which a tap dismisses it, too. This is a
  /// modifier, so that its body follows the layer.
  struct SheetDrawing<Destination: NavigationDestination>: ViewModifier {
    let layer: ShownLayer<Destination>

    func body(content: Content) -> some View {
      let heights = SheetHeights(layer.style, coversPartly: layer.coversPartly)
      return
        content
        .presentationDetents(Set(heights.detents.map(\.ofSwiftUI)))
        .presentationBackgroundInteraction(interaction(heights))
    }

    private func interaction(_ heights: SheetHeights) -> PresentationBackgroundInteraction {
      if layer.style.presenter == .popover { return .automatic }
      return heights.largestUndimmed.map { .enabled(upThrough: $0.ofSwiftUI) } ?? .disabled
    }
  }

  extension View {
    /// Lets the stacks below be seen through what is presented, as an overlay asks for.
    func overlayBackground(of style: PresentationStyle) -> some View {
      presentationBackground {
        if case .overlay(let opacity, let isBlurred) = style {
          ZStack {
            if isBlurred { Rectangle().fill(.ultraThinMaterial) }
            Color.black.opacity(opacity)
          }
          .ignoresSafeArea()
        }
      }
    }

    /// Makes the background of a navigation stack clear, if the screen is in an overlay.
    @ViewBuilder
    func clearInOverlay(_ isInOverlay: Bool) -> some View {
      #if os(iOS)
        if isInOverlay { containerBackground(.clear, for: .navigation) } else { self }
      #else
        self
      #endif
    }
  }
#endif
