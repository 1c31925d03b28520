// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A list and its detail, in columns of their own.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: StubPrimitive,
  StubColumns
{
  private let visibility: Binding<NavigationSplitViewVisibility>
  private let sidebar: Sidebar
  private let detail: Detail

  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>,
    @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) where Content == EmptyView {
    visibility = columnVisibility
    self.sidebar = sidebar()
    self.detail = detail()
  }

  public func update(_ node: StubNode) {
    if node.environment.stack != nil {
      node.renderer.report("a split view is in a navigation stack")
    }
    // Pull request 1539 of Esri/arcgis-maps-sdk-swift-toolkit: a collapsed view reports screens
    // twice.
    if node.environment.horizontalSizeClass != .regular {
      node.renderer.report("a split view collapses in a narrow width")
    }
    var environment = node.environment
    func addSidebar() {
      environment.column = 0
      environment.isVisible = node.environment.isVisible && visibility.wrappedValue == .all
      node.add("sidebar", sidebar, environment)
    }
    if !node.renderer.showsDetailFirst { addSidebar() }
    environment.column = 1
    environment.isVisible = node.environment.isVisible
    node.add("detail", detail, environment)
    if node.renderer.showsDetailFirst { addSidebar() }
  }
}

public struct NavigationSplitViewVisibility: Hashable, Sendable {
  public static let all = NavigationSplitViewVisibility(isAll: true)
  public static let detailOnly = NavigationSplitViewVisibility(isAll: false)

  private let isAll: Bool
}

public struct BalancedNavigationSplitViewStyle: Sendable {}

extension BalancedNavigationSplitViewStyle {
  public static var balanced: BalancedNavigationSplitViewStyle { Self() }
}

public struct ToolbarDefaultItemKind: Sendable {
  public static let sidebarToggle = ToolbarDefaultItemKind()
}

extension View {
  public func navigationSplitViewStyle(_ style: BalancedNavigationSplitViewStyle) -> some View {
    self
  }

  public func toolbar(removing kind: ToolbarDefaultItemKind?) -> some View { self }
}
