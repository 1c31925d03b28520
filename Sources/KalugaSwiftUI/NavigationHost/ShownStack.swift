#if canImport(SwiftUI)
  import KalugaArchitecture
  import Observation
  import SwiftUI

  /// What SwiftUI shows of a driver's stack.
  ///
  ///     following ──the user changes it──▶ changed ──SwiftUI has drawn it──▶ following
  ///
  /// While following, it shows the stack of the driver. A change of the user is first stored as
  /// SwiftUI made it, and reported to the driver. Only after SwiftUI has drawn it does the stack of
  /// the driver count again. If the driver has refused the change, SwiftUI thus sees a second
  /// change that brings it back. Without the step in between, it would see no change at all, and
  /// keep showing what the driver has refused.
  @MainActor
  @Observable
  final class ShownStack<Destination: NavigationDestination> {
    /// The layers that SwiftUI shows, the base first.
    ///
    /// The array is never empty.
    private(set) var layers: [ShownLayer]

    /// The number of changes that the user made.
    private(set) var userChanges = 0
    /// The layer that shows the last one of them.
    private var changedLayer: BackStackEntryID?

    /// Counts transitions that change no layer, such as the start, so that screens are drawn again.
    private var transitions = 0

    @ObservationIgnored private let driver: NavigationDriver<Destination>
    @ObservationIgnored private let presentation: @MainActor (Destination) -> HostedPresentation
    @ObservationIgnored private var token: DisposeBag?
    @ObservationIgnored private var isChangedByUser = false
    /// The layers before the last change, which SwiftUI may still be moving out.
    @ObservationIgnored private var previous: [ShownLayer] = []
    /// The presented layers that have been on the screen.
    @ObservationIgnored private var appeared: Set<BackStackEntryID> = []

    /// Creates the state without side effects, because SwiftUI drops all but the first one.
    init(
      _ driver: NavigationDriver<Destination>,
      _ presentation: @escaping @MainActor (Destination) -> HostedPresentation
    ) {
      self.driver = driver
      self.presentation = presentation
      layers = driver.shownLayers(presentation)
    }

    deinit {
      driver.hostDidEnd()
    }

    /// Follows the driver, and starts it.
    func begin(_ phase: ScenePhase) {
      guard token == nil else { return }
      // Before the start, which resumes no screen if the scene is not active.
      follow(phase)
      let token = DisposeBag()
      self.token = token
      driver.host = self
      driver.onTransition { [weak self] _ in self?.driverDidChange() }.addTo(token)
      // The view model around a nested driver starts it.
      if !driver.isNested { driver.start() }
      driverDidChange()
    }

    func follow(_ phase: ScenePhase) {
      // The view model around a nested driver sets its state.
      if driver.isNested { return }
      driver.hostState = HostState(phase)
      SavedFile.hostDidChange(to: driver.hostState)
    }

    private func driverDidChange() {
      transitions += 1
      guard !isChangedByUser else { return }
      let layers = driver.shownLayers(presentation)
      appeared.formIntersection(layers.map(\.id))
      if layers != self.layers { change { self.layers = layers } }
    }

    // MARK: Reading

    /// Returns a screen, or nil before the driver has made it.
    func screen(_ id: BackStackEntryID) -> HostedScreen<Destination>? {
      // Read, so that the view of a screen that is not made yet is drawn again.
      _ = transitions
      return driver.hostedScreen(id)
    }

    /// Returns the newest state of a layer, or the given one if the layer has left before.
    func newest(_ layer: ShownLayer) -> ShownLayer { self.layer(layer.reference) ?? layer }

    /// The layer that is presented over a layer.
    func layer(over layer: BackStackEntryID?) -> ShownLayer? {
      level(of: layer).flatMap { layers.indices.contains($0 + 1) ? layers[$0 + 1] : nil }
    }

    /// The number of changes that the user made, if the last one was in this layer.
    func userChanges(in layer: BackStackEntryID?) -> Int {
      layer == changedLayer ? userChanges : 0
    }

    func didAppear(_ layer: BackStackEntryID?) {
      if let layer { appeared.insert(layer) }
    }

    private func layer(_ reference: BackStackEntryID?) -> ShownLayer? {
      layers.first { $0.reference == reference } ?? previous.first { $0.reference == reference }
    }

    // MARK: Changes by the user

    // SwiftUI may write late, or before it has drawn the last change. The keys of these subscripts
    // say what it showed when it was given the binding. What is no longer shown stays as it is.

    /// The screens that are pushed onto the stack with this first screen.
    ///
    /// The key is only the first screen, because the binding of a stack must stay the same.
    subscript(path first: BackStackEntryID) -> [BackStackEntryID] {
      get { (layers + previous).flatMap(\.tabs).first { $0.id == first }?.pushed ?? [] }
      set {
        guard let level = layers.firstIndex(where: { $0.tabs.contains { $0.id == first } }),
          let tab = layers[level].tabs.firstIndex(where: { $0.id == first }),
          newValue != self[path: first], self[path: first].starts(with: newValue)
        else { return }
        userDidChange(in: level) { layers[level].tabs[tab].pushed = newValue }
        let ids = [first] + newValue
        let entries = driver.stack.current.shownPaths.last?.prefix(ids.count) ?? []
        if entries.map(\.id) == ids { driver.hostDidShow(Array(entries)) }
      }
    }

    /// The first screen of the selected tab of a layer, which showed the given tab.
    subscript(tabOf layer: BackStackEntryID?, shown tab: BackStackEntryID) -> BackStackEntryID {
      get { self.layer(layer)?.selected ?? tab }
      set {
        guard let level = level(of: layer),
          layers[level].tabs.contains(where: { $0.id == newValue })
        else { return }
        if newValue != layers[level].selected {
          userDidChange(in: level) { layers[level].selected = newValue }
        } else if newValue != tab {
          // The tab has been selected since, by this tap or by the app.
          return
        }
        driver.hostDidSelect(newValue)
      }
    }

    /// The layer that is presented in this way over a layer, which showed the given one.
    subscript(
      presentedOver layer: BackStackEntryID?,
      isCover isCover: Bool,
      shown presented: BackStackEntryID?
    ) -> ShownLayer? {
      get { self.layer(over: layer).flatMap { $0.isCover == isCover ? $0 : nil } }
      set {
        guard newValue == nil, let presented, let level = level(of: presented),
          layers[level].isCover == isCover
        else { return }
        let hasAppeared = appeared.contains(presented)
        userDidChange(in: level - 1) { layers.removeSubrange(level...) }
        // Otherwise, this is the end of an earlier sheet, or UIKit has refused to present. The
        // layer is then shown again, like one whose dismissal was refused.
        if hasAppeared { _ = try? driver.hostDidDismiss(presented) }
      }
    }

    private func userDidChange(in level: Int, _ change: () -> Void) {
      isChangedByUser = true
      changedLayer = layers[level].reference
      userChanges += 1
      self.change(change)
    }

    private func change(_ change: () -> Void) {
      previous = layers
      change()
    }

    /// Shows the stack of the driver again.
    func endUserChange() {
      isChangedByUser = false
      driverDidChange()
    }

    private func level(of layer: BackStackEntryID?) -> Int? {
      layers.firstIndex { $0.reference == layer }
    }
  }

  extension NavigationDriver {
    fileprivate func shownLayers(
      _ presentation: @MainActor (Destination) -> HostedPresentation
    ) -> [ShownLayer] {
      stack.current.layers.enumerated().map { level, layer in
        #if os(macOS)
          let isCover = false
        #else
          let isCover = level > 0 && presentation(layer.tabs[0][0].destination) == .cover
        #endif
        return ShownLayer(
          level: level,
          tabs: layer.tabs.map { ShownPath($0.map(\.id), hasNestedStack) },
          selected: layer.path[0].id,
          isCover: isCover
        )
      }
    }
  }
#endif
