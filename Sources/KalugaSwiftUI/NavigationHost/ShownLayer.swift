#if canImport(SwiftUI)
  import KalugaArchitecture

  /// One layer of the stack as SwiftUI shows it: the identifiers of its screens.
  struct ShownLayer: Hashable, Identifiable {
    /// The place of the layer: zero for the base, one for the stack that is presented over it.
    let level: Int
    var tabs: [ShownPath]
    /// The first screen of the selected tab.
    var selected: BackStackEntryID
    /// Whether the layer covers the full screen.
    let isCover: Bool

    /// The first screen of the first tab.
    ///
    /// A presented layer with another one is another presentation.
    var id: BackStackEntryID { tabs[0].id }

    /// Identifies the layer among those that are shown.
    ///
    /// Nil for the base, which is the same even if its first screen changes.
    var reference: BackStackEntryID? { level == 0 ? nil : id }
  }

  /// One path of a layer as SwiftUI shows it.
  ///
  /// SwiftUI does not support a navigation stack inside another. So the path is shown by a
  /// navigation stack only up to the first screen with a nested driver, which has a stack of its
  /// own. From there on, its top screen is shown in place of the stack.
  struct ShownPath: Hashable, Identifiable {
    /// The first screen.
    let id: BackStackEntryID
    /// Whether a navigation stack shows the first screen.
    let isStack: Bool
    /// The screens that are pushed onto the navigation stack.
    var pushed: [BackStackEntryID]
    /// The screen that is shown in place of the navigation stack.
    let inPlace: BackStackEntryID?

    /// Creates a path of these screens, first one first.
    init(_ ids: [BackStackEntryID], _ hasNestedStack: (BackStackEntryID) -> Bool) {
      id = ids[0]
      let stack = ids.prefix { !hasNestedStack($0) }
      isStack = !stack.isEmpty
      pushed = Array(stack.dropFirst())
      inPlace = stack.count < ids.count ? ids.last : nil
    }
  }
#endif
