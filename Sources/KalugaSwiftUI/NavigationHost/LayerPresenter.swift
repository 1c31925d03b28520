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

    /// The heights of a sheet, of which one is the default of the system.
    fileprivate var detents: Set<PresentationDetent> {
      guard case .sheet(let detents) = self, !detents.isEmpty else { return [.large] }
      return Set(
        detents.map { detent in
          switch detent {
          case .medium: .medium
          case .large: .large
          case .fraction(let part): .fraction(part)
          case .height(let points): .height(points)
          }
        }
      )
    }
  }

  extension View {
    /// Gives what a sheet presents the heights of its style.
    func detents(of style: PresentationStyle) -> some View { presentationDetents(style.detents) }

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
