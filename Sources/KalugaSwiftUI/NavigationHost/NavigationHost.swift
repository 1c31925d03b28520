#if canImport(SwiftUI)
  public import KalugaArchitecture
  public import SwiftUI

  /// Draws all screens of a navigation driver: stacks, presented stacks and tabs.
  ///
  ///     NavigationHost(driver) { screen in
  ///       switch screen.viewModel {
  ///       case let model as HomeViewModel: HomeView(model: model)
  ///       case let model as DetailsViewModel: DetailsView(model: model)
  ///       default: EmptyView()
  ///       }
  ///     }
  ///
  /// The host starts the driver when its body is first evaluated, so that the screens exist in the
  /// first frame, apart from those of lazy tabs. It passes the state of the scene to
  /// `NavigationDriver.hostState`. A host that has not appeared, or that the app covers or shows in
  /// a hidden tab, is in the background. When the scene enters the background, the host calls
  /// `SavedFile.flushAll()`. It does not end the driver, which may outlive the view. The driver
  /// resumes, pauses and clears the view models, so the screens do not need `lifecycle(of:)`.
  ///
  /// Each path is a `NavigationStack`. Each presented stack is drawn over the stack below it, in the
  /// `PresentationStyle` of its request or else in the one that `presentation` returns. Tabs are a
  /// `TabView`. What the user does is reported to the driver: a swipe or the back button, a
  /// dismissal, and a tap on a tab. A second tap on the selected tab goes back to its
  /// first screen, see `NavigationDriver.onReselect(_:)`. In the next job of the main actor, the host
  /// shows what the stack says: if a back handler intercepts or a guard refuses, what the user left
  /// is back. SwiftUI reports a dismissal late. A report about what is no longer shown changes
  /// nothing.
  ///
  /// Under a stack that covers partly, the screen stays usable: a sheet has a height at which that
  /// screen is in sight. A swipe back or a tap on a tab there changes that layer, and the sheet
  /// stays. A question of the stack is an alert or a confirmation dialog over the screen on top. If
  /// an answer is refused, it is asked again.
  ///
  /// With `emptyDetail`, a host in a regular horizontal size class is wide: it sets
  /// `NavigationDriver.isWide`, and draws a list and its detail in a `NavigationSplitView`, each
  /// with a `NavigationStack`. The list stays beside its detail. All presented stacks follow the
  /// width of the host; in a sheet that is compact, the columns are drawn without a split view. In
  /// a compact size class, the same screens are one `NavigationStack`. The host of a driver in a
  /// screen of another driver is never wide.
  ///
  /// A transition is animated if its `isAnimated` says so. If several are drawn at once, the first one
  /// decides. What a restored stack presents is presented when the host has appeared.
  ///
  /// A transition draws only the screens that are new. A new value of the host, which SwiftUI makes
  /// when it evaluates the body around it, draws all screens with the new closures.
  ///
  /// For a driver that is nested in the view model of a screen, put another host into the view of
  /// that screen, and add the driver in the initializer of the view model. SwiftUI does not support
  /// a navigation stack inside another. So add the driver with `addChild(driver, drawn: .inOuterPath)`.
  /// The inner host then draws its first screen only, and the `NavigationStack` of this host shows
  /// the others above the screen with the nested driver. What the nested driver presents is presented
  /// over that stack. Without the inner host, none of its screens is drawn.
  ///
  /// A driver that is drawn in place has a `NavigationStack` of its own. A path is then a stack only
  /// up to the first screen with such a driver. From there on, the host draws only the top screen of
  /// the path, in place of the stack. Such a screen has no back button and no swipe, unless it is the
  /// first of its path, which is reported as `ArchitectureDiagnostic.Kind.pushedStack`. For the same
  /// reason, do not put the host into a `NavigationStack`.
  ///
  /// Services of a screen that need a ``ViewHost`` are attached to its view, and what services draw is
  /// drawn over the path while their screen is on top.
  ///
  /// The view of a screen keeps its state until the screen leaves the stack. It also begins again
  /// if a refused change brings it back, if its layer gets tabs or loses them, if a layer below it
  /// is closed or replaced, if it is drawn in place of a stack and another screen covers it, and if
  /// its path gets a second column or loses it. So keep a draft in the view model.
  ///
  /// Kaluga: `Navigation` and `RoutingState` of its SwiftUI scripts, `NavHostRouteController`.
  public struct NavigationHost<Destination: NavigationDestination, Content: View, TabLabel: View>:
    View
  {
    private let driver: NavigationDriver<Destination>
    private let drawing: HostDrawing<Destination, Content, TabLabel>

    /// Creates a view of the driver's screens.
    ///
    /// - Parameters:
    ///   - driver: The driver. The state of the host belongs to it: with another driver, the host
    ///     begins again.
    ///   - presentation: Returns how the stack that begins with this screen is presented, if the
    ///     request has no style.
    ///   - badge: Returns the number on a tab. Zero shows none.
    ///   - emptyDetail: Returns what a wide host draws beside the list that begins with this screen
    ///     while no detail is open, or nil if the screen is not a list. Without this closure, the
    ///     host is never wide.
    ///   - screen: Returns the view of a screen.
    ///   - tab: Returns the label of a tab, also of one whose screens have not been made yet.
    public init(
      _ driver: NavigationDriver<Destination>,
      presentation: @escaping @MainActor (Destination) -> PresentationStyle = { _ in .sheet() },
      badge: @escaping @MainActor (HostedTab<Destination>) -> Int = { _ in 0 },
      emptyDetail: (@MainActor (Destination) -> AnyView?)? = nil,
      @ViewBuilder screen: @escaping @MainActor (HostedScreen<Destination>) -> Content,
      @ViewBuilder tab: @escaping @MainActor (HostedTab<Destination>) -> TabLabel
    ) {
      self.driver = driver
      drawing = HostDrawing(
        presentation: presentation,
        screen: screen,
        tab: tab,
        badge: badge,
        emptyDetail: emptyDetail
      )
    }

    /// Creates a view of the driver's screens, whose tabs have the names of their first screens.
    ///
    /// The parameters are those of the other initializer.
    public init(
      _ driver: NavigationDriver<Destination>,
      presentation: @escaping @MainActor (Destination) -> PresentationStyle = { _ in .sheet() },
      badge: @escaping @MainActor (HostedTab<Destination>) -> Int = { _ in 0 },
      emptyDetail: (@MainActor (Destination) -> AnyView?)? = nil,
      @ViewBuilder screen: @escaping @MainActor (HostedScreen<Destination>) -> Content
    ) where TabLabel == Text {
      self.init(
        driver,
        presentation: presentation,
        badge: badge,
        emptyDetail: emptyDetail,
        screen: screen
      ) { tab in
        Text(verbatim: tab.destination.screenName)
      }
    }

    /// The screens.
    public var body: some View {
      DriverView(driver: driver, drawing: drawing).id(ObjectIdentifier(driver))
    }
  }

  /// What a host draws.
  ///
  /// The closures of each value of the host are another object, so that all screens are drawn again
  /// with what they capture.
  @MainActor
  final class HostDrawing<Destination: NavigationDestination, Content: View, TabLabel: View> {
    let presentation: @MainActor (Destination) -> PresentationStyle
    let screen: @MainActor (HostedScreen<Destination>) -> Content
    let tab: @MainActor (HostedTab<Destination>) -> TabLabel
    let badge: @MainActor (HostedTab<Destination>) -> Int
    let emptyDetail: (@MainActor (Destination) -> AnyView?)?

    init(
      presentation: @escaping @MainActor (Destination) -> PresentationStyle,
      screen: @escaping @MainActor (HostedScreen<Destination>) -> Content,
      tab: @escaping @MainActor (HostedTab<Destination>) -> TabLabel,
      badge: @escaping @MainActor (HostedTab<Destination>) -> Int,
      emptyDetail: (@MainActor (Destination) -> AnyView?)?
    ) {
      self.presentation = presentation
      self.screen = screen
      self.tab = tab
      self.badge = badge
      self.emptyDetail = emptyDetail
    }
  }

  /// Draws one driver, whose identity is the identity of this view.
  struct DriverView<Destination: NavigationDestination, Content: View, TabLabel: View>: View {
    let driver: NavigationDriver<Destination>
    let drawing: HostDrawing<Destination, Content, TabLabel>
    @SceneState private var scene
    @ColumnWidth private var hasTwoColumns
    @State private var shown = MadeOnce<ShownStack<Destination>>()
    @State private var newest = MadeOnce<NewestDrawing<Destination, Content, TabLabel>>()

    var body: some View {
      let newest = newest.value { NewestDrawing(drawing) }
      let isWide = hasTwoColumns && drawing.emptyDetail != nil
      let stack = shown.value { makeStack(newest, isWide: isWide) }
      stack.presentation = drawing.presentation
      // One view, which appears once, whatever the layer shows.
      return ZStack {
        if let base = stack.base { LayerView(layer: base, drawing: drawing) }
      }
      .background { $scene }
      .onAppear { stack.didAppear(scene, isWide: isWide) }
      .onDisappear { stack.didDisappear() }
      .onChange(of: scene) { stack.follow(scene) }
      .onChange(of: isWide) { stack.follow(isWide: isWide) }
      .onChange(of: ObjectIdentifier(drawing)) { newest.drawing = drawing }
    }

    private func makeStack(
      _ newest: NewestDrawing<Destination, Content, TabLabel>,
      isWide: Bool
    ) -> ShownStack<Destination> {
      let stack = ShownStack(driver, isWide: isWide, drawing.presentation)
      stack.nestedView = { screen, path in
        AnyView(NestedScreenView(screen: screen, path: path, newest: newest))
      }
      stack.presenter = { [weak stack] in
        AnyView(stack?.base.map { NestedLayersView(base: $0, newest: newest) })
      }
      return stack
    }
  }
#endif
