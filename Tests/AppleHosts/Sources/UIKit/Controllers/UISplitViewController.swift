// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A controller with a list and its detail.
open class UISplitViewController: UIViewController {
  public enum Style: Sendable { case unspecified, doubleColumn, tripleColumn }
  public enum Column: Sendable { case primary, supplementary, secondary, compact }
  public enum DisplayMode: Sendable { case automatic, secondaryOnly, oneBesideSecondary }
  public enum SplitBehavior: Sendable { case automatic, tile, overlay, displace }
  public enum DisplayModeButtonVisibility: Sendable { case automatic, never, always }

  open var preferredDisplayMode = DisplayMode.automatic
  open var preferredSplitBehavior = SplitBehavior.automatic
  open var presentsWithGesture = true
  open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic
  private var columns: [Column: UIViewController] = [:]

  public init(style: Style) {
    super.init(nibName: nil, bundle: nil)
  }

  public required init?(coder: NSCoder) { nil }

  open func setViewController(_ vc: UIViewController?, for column: Column) {
    let old = columns[column]
    if old === vc { return }
    if let vc, vc.parent != nil { stubWindow?.report("a controller is in two containers") }
    let update = { [self] in
      columns[column] = vc
      old?.willMove(toParent: nil)
      old?.viewIfLoaded?.removeFromSuperview()
      old?.removeFromParent()
      if let vc {
        addChild(vc)
        vc.didMove(toParent: self)
      }
    }
    if let window = viewIfLoaded?.window {
      window.change(of: [self], animated: false, update)
    } else {
      update()
    }
  }

  open func viewController(for column: Column) -> UIViewController? { columns[column] }

  open var isCollapsed: Bool { traitCollection.horizontalSizeClass != .regular }

  /// Without this mode, UIKit hides the list if the window is narrow for both.
  private var showsList: Bool { preferredDisplayMode == .oneBesideSecondary }

  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    reportCollapse()
  }

  /// What a collapse does to the columns is not part of the stub.
  private func reportCollapse() {
    if isCollapsed { stubWindow?.report("a split view collapses in a narrow width") }
  }

  override var shownChildren: [UIViewController] {
    reportCollapse()
    let shown = [showsList ? columns[.primary] : nil, columns[.secondary]].compactMap(\.self)
    return stubWindow?.showsDetailFirst == true ? shown.reversed() : shown
  }

  override var placesChildren: Bool { true }

  /// The controllers of the columns, the list first.
  var columnControllers: [UIViewController] {
    [Column.primary, .secondary].compactMap { columns[$0] }
  }
}
