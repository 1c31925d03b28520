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

    /// Counts transitions that change no layer, such as the start, so that screens are drawn again.
    private var transitions = 0

    @ObservationIgnored private let driver: NavigationDriver<Destination>
    @ObservationIgnored private let presentation: @MainActor (Destination) -> HostedPresentation
    @ObservationIgnored private var token: DisposeBag?
    @ObservationIgnored private var isChangedByUser = false
    /// The layers before the last change, which SwiftUI may still be moving out.
    @ObservationIgnored private var previous: [ShownLayer] = []

    /// Creates the state without side effects, because SwiftUI drops all but the first one.
    init(
      _ driver: NavigationDriver<Destination>,
      _ presentation: @escaping @MainActor (Destination) -> HostedPresentation
    ) {
      self.driver = driver
      self.presentation = presentation
      layers = driver.stack.current.shownLayers(presentation)
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
      if !driver.isNested { driver.hostState = HostState(phase) }
    }

    private func driverDidChange() {
      transitions += 1
      guard !isChangedByUser else { return }
      let layers = driver.stack.current.shownLayers(presentation)
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

    private func layer(_ reference: BackStackEntryID?) -> ShownLayer? {
      layers.first { $0.reference == reference } ?? previous.first { $0.reference == reference }
    }

    // MARK: Changes by the user

    /// The screens above the first one of a path.
    ///
    /// SwiftUI may write when a path is no longer shown; that has no effect.
    subscript(path: ShownPath) -> [BackStackEntryID] {
      get {
        guard let layer = layer(path.layer), layer.tabs.indices.contains(path.tab)
        else { return [] }
        return Array(layer.tabs[path.tab].dropFirst())
      }
      set {
        guard let layer = level(of: path.layer), layers[layer].tabs.indices.contains(path.tab),
          newValue != self[path]
        else { return }
        let ids = [layers[layer].tabs[path.tab][0]] + newValue
        userDidChange { layers[layer].tabs[path.tab] = ids }
        guard isOnTop(layer), layers[layer].selected == path.tab else { return }
        let entries = driver.stack.current.shownPaths[layer]
        guard entries.prefix(ids.count).map(\.id) == ids else { return }
        driver.hostDidShow(Array(entries.prefix(ids.count)))
      }
    }

    /// The selected tab of a layer.
    subscript(tabOf layer: BackStackEntryID?) -> Int {
      get { self.layer(layer)?.selected ?? 0 }
      set {
        guard let level = level(of: layer), newValue != layers[level].selected else { return }
        userDidChange { layers[level].selected = newValue }
        driver.hostDidSelect(layers[level].tabs[newValue][0])
      }
    }

    /// The layer that is presented over a layer in this way.
    subscript(presentedOver level: Int, isCover isCover: Bool) -> ShownLayer? {
      get {
        guard layers.indices.contains(level + 1) else { return nil }
        return layers[level + 1].isCover == isCover ? layers[level + 1] : nil
      }
      set {
        guard newValue == nil, self[presentedOver: level, isCover: isCover] != nil else { return }
        let id = layers[level + 1].id
        userDidChange { layers.removeLast(layers.count - level - 1) }
        _ = try? driver.hostDidDismiss(id)
      }
    }

    private func userDidChange(_ change: () -> Void) {
      isChangedByUser = true
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

    private func isOnTop(_ level: Int) -> Bool { level == driver.stack.current.layers.count - 1 }
  }

  extension BackStack {
    @MainActor
    fileprivate func shownLayers(
      _ presentation: @MainActor (Destination) -> HostedPresentation
    ) -> [ShownLayer] {
      layers.enumerated().map { level, layer in
        #if os(macOS)
          let isCover = false
        #else
          let isCover = level > 0 && presentation(layer.tabs[0][0].destination) == .cover
        #endif
        return ShownLayer(
          level: level,
          tabs: layer.tabs.map { $0.map(\.id) },
          selected: layer.selected,
          isCover: isCover
        )
      }
    }
  }
#endif
