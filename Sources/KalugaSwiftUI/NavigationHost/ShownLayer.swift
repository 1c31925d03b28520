#if canImport(SwiftUI)
  import KalugaArchitecture

  /// One layer of the stack as SwiftUI shows it: the identifiers of its screens.
  struct ShownLayer: Hashable, Identifiable {
    /// The place of the layer: zero for the base, one for the stack that is presented over it.
    let level: Int
    var tabs: [[BackStackEntryID]]
    var selected: Int
    /// Whether the layer covers the full screen.
    let isCover: Bool

    /// The first screen of the first tab.
    ///
    /// A presented layer with another one is another presentation.
    var id: BackStackEntryID { tabs[0][0] }

    /// Identifies the layer among those that are shown.
    ///
    /// Nil for the base, which is the same even if its first screen changes.
    var reference: BackStackEntryID? { level == 0 ? nil : id }
  }

  /// Identifies a path that SwiftUI shows and can shorten.
  struct ShownPath: Hashable {
    /// The reference of the layer.
    let layer: BackStackEntryID?
    let tab: Int
  }
#endif
