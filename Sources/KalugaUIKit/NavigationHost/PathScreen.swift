#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import UIKit

  /// A screen of a path, which may belong to a driver that is nested in an earlier one.
  struct PathScreen {
    let controller: UIViewController
    let position: PathPosition
  }

  /// A host with the type of its destinations erased, whose screens may be in the path of another.
  @MainActor
  protocol NestableController: AnyObject {
    /// The screens that the path of the outer host shows, without the first one.
    var screensForOuterPath: [PathScreen] { get }
    /// Notes whether the next change is animated, if no earlier one has decided.
    func note(isAnimated: Bool)
    /// Shows what the stack says.
    func update()
    /// The outer path has changed, which may have freed controllers.
    func outerPathDidChange()
  }
#endif
