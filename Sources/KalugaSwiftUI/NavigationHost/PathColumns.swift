#if canImport(SwiftUI)
  import SwiftUI

  /// Draws a list and its detail side by side.
  ///
  /// In a narrow sheet over a wide host, `NavigationSplitView` would show one of both, and tell
  /// nobody which one.
  struct PathColumns<ListColumn: View, DetailColumn: View>: View {
    @ViewBuilder let list: ListColumn
    @ViewBuilder let detail: DetailColumn
    @ColumnWidth private var hasTwoColumns

    // With Xcode 27, other files cannot link an implicit initializer of private state.
    init(@ViewBuilder list: () -> ListColumn, @ViewBuilder detail: () -> DetailColumn) {
      self.list = list()
      self.detail = detail()
    }

    var body: some View {
      if hasTwoColumns {
        // The list stays, because its screen is visible.
        NavigationSplitView(columnVisibility: .constant(.all)) {
          list.withoutSidebarToggle()
        } detail: {
          detail
        }
        .navigationSplitViewStyle(.balanced)
      } else {
        HStack {
          list
          Divider()
          detail
        }
      }
    }
  }

  extension View {
    /// tvOS and watchOS have no such button.
    fileprivate func withoutSidebarToggle() -> some View {
      #if os(tvOS) || os(watchOS)
        self
      #else
        toolbar(removing: .sidebarToggle)
      #endif
    }
  }

  /// Whether the system has place for a list and its detail.
  ///
  /// The type has no isolation, because SwiftUI looks for the conformance from any thread.
  @propertyWrapper
  struct ColumnWidth: DynamicProperty {
    #if os(macOS) || os(tvOS)
      let wrappedValue = true
    #elseif os(watchOS)
      let wrappedValue = false
    #else
      @Environment(\.horizontalSizeClass) private var sizeClass

      @MainActor var wrappedValue: Bool { sizeClass == .regular }
    #endif

    // With Xcode 27, other files cannot link an implicit initializer of private state.
    init() {}
  }
#endif
