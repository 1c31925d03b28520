#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import UIKit

  extension PresentationStyle {
    /// The style of UIKit, or the one that the system has in its place.
    var ofUIKit: UIModalPresentationStyle {
      switch self {
      case .sheet:
        #if os(tvOS)
          return .automatic
        #else
          return .pageSheet
        #endif
      case .popover:
        #if os(tvOS)
          return .automatic
        #else
          return .popover
        #endif
      case .cover: return .fullScreen
      case .overlay: return .overFullScreen
      }
    }
  }

  extension PresentationStyle.TransitionStyle {
    var ofUIKit: UIModalTransitionStyle {
      switch self {
      case .slide: .coverVertical
      case .flip: .flipHorizontal
      case .fade: .crossDissolve
      }
    }
  }

  #if !os(tvOS) && !os(visionOS)
    extension PresentationStyle.Detent {
      @MainActor var ofUIKit: UISheetPresentationController.Detent {
        switch self {
        case .medium: .medium()
        case .large: .large()
        case .fraction(let part): .custom { $0.maximumDetentValue * part }
        case .height(let points): .custom { _ in points }
        }
      }
    }
  #endif
#endif
