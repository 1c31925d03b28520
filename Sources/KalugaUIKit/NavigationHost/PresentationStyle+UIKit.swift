#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import UIKit

  extension PresentationStyle {
    /// The style of UIKit, or the one that the system has in its place.
    ///
    /// A cover that covers partly keeps the views below it.
    func ofUIKit(coversPartly: Bool) -> UIModalPresentationStyle {
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
      case .cover: return coversPartly ? .overFullScreen : .fullScreen
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
        case .fraction(let part): .custom(identifier: identifier) { $0.maximumDetentValue * part }
        case .height(let points): .custom(identifier: identifier) { _ in points }
        }
      }

      /// The same for equal heights.
      private var identifier: UISheetPresentationController.Detent.Identifier {
        UISheetPresentationController.Detent.Identifier(description)
      }
    }
  #endif
#endif
