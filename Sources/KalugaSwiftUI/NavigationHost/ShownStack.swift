#if canImport(SwiftUI)
  import KalugaArchitecture
  import SwiftUI

  /// Keeps what SwiftUI shows equal to the stack of a driver.
  ///
  ///     following ──the user changes it──▶ changed ──next job of the main actor──▶ following
  ///
  /// What is shown is a tree of objects: layers, paths and screens. Each view reads its own object,
  /// so that a change draws only what shows it. A change of the user is first stored as SwiftUI made
  /// it, and reported to the driver. In the next job of the main actor, the stack of the driver counts
  /// again, and new objects bring back what the driver has refused to leave.
  @MainActor
  final class ShownStack<Destination: NavigationDestination> {
    /// The lowest layer, or nil if the driver had ended before it was shown.
    private(set) var base: ShownLayer<Destination>?

    private let driver: NavigationDriver<Destination>
    var presentation: @MainActor (Destination) -> PresentationStyle
    private let bag = DisposeBag()
    private var scene = HostState.background
    private var isVisible = false
    private var isChangedByUser = false
    private var wasRefused = false
    /// The screens that have been reported.
    private var reported: Set<BackStackEntryID> = []

    /// Makes the screens of the driver, and resumes none before the host appears.
    init(
      _ driver: NavigationDriver<Destination>,
      _ presentation: @escaping @MainActor (Destination) -> PresentationStyle
    ) {
      self.driver = driver
      self.presentation = presentation
      driver.host = self
      driver.startInHost()
      driver.onTransition { [weak self] _ in self?.follow(presentingAgain: true) }.addTo(bag)
      follow()
    }

    deinit {
      driver.hostDidEnd()
    }

    // MARK: The host

    func didAppear(_ scene: HostState) {
      driver.host = self
      isVisible = true
      follow(scene)
    }

    /// A host that the app covers, or that is in another tab of the app, resumes nothing.
    ///
    /// Under a layer of its own, it stays as it is.
    func didDisappear() {
      isVisible = false
      follow(scene)
    }

    func follow(_ scene: HostState) {
      // The view model around a nested driver sets its state, and another host that of its driver.
      guard !driver.isNested, driver.host === self else { return }
      if scene != self.scene {
        self.scene = scene
        SavedFile.hostDidChange(to: scene)
      }
      driver.hostState = isVisible || base?.presented != nil ? scene : .background
    }

    // MARK: Following the driver

    /// Shows the stack of the driver.
    ///
    /// - Parameter presentsAgain: Whether what has not appeared yet is presented again. SwiftUI may
    ///   say nothing when UIKit refuses to present: report 73 of FlowStacks.
    func follow(presentingAgain presentsAgain: Bool = false) {
      let layers = driver.untrackedStack.layers.map { layer in
        (
          tabs: layer.tabs.map { $0.compactMap { driver.hostedScreen($0) } },
          selected: layer.selected,
          style: layer.style
        )
      }
      // The screens of an ended driver stay as they are.
      guard !isChangedByUser, layers.allSatisfy({ $0.tabs.allSatisfy { !$0.isEmpty } })
      else { return }
      let base = base ?? ShownLayer(layers[0].tabs[0][0], .cover(), self)
      self.base = base
      show(layers[0].tabs, layers[0].selected, in: base)
      var top = base
      for (tabs, selected, style) in layers.dropFirst() {
        guard
          let next = top.present(tabs[0][0], again: presentsAgain, style, orBy: presentation)
        else { return }
        show(tabs, selected, in: next)
        top = next
      }
      top.dismiss()
    }

    private func show(
      _ tabs: [[HostedScreen<Destination>]],
      _ selected: Int,
      in layer: ShownLayer<Destination>
    ) {
      let paths = tabs.map { screens in
        let path =
          layer.paths.first { $0.first.entry == screens[0].id } ?? ShownPath(screens[0], self)
        path.show(screens, driver.hasNestedStack)
        return path
      }
      layer.show(paths, selected: selected)
    }

    func reportPushedStack(_ screen: HostedScreen<Destination>) {
      if reported.insert(screen.id).inserted { driver.reportPushedStack(in: screen) }
    }

    // MARK: Changes by the user

    func userDidGoBack(to path: [BackStackEntryID], _ change: () -> Void) {
      userDidChange(change)
      driver.hostDidShow(path)
    }

    func userDidSelect(_ path: ShownPath<Destination>, _ change: () -> Void) {
      userDidChange(change)
      driver.hostDidSelect(path.first.entry)
    }

    func userDidDismiss(_ layer: ShownLayer<Destination>, _ change: () -> Void) {
      userDidChange(change)
      _ = try? driver.hostDidDismiss(layer.entry)
    }

    private func userDidChange(_ change: () -> Void) {
      isChangedByUser = true
      change()
      Task { [weak self] in
        self?.isChangedByUser = false
        self?.follow()
      }
    }

    /// Presents again, once: if something of the app covers the screen, UIKit would refuse each time.
    ///
    /// The next transition tries again, too.
    func presentationWasRefused() {
      guard !wasRefused else { return }
      wasRefused = true
      Task { [weak self] in self?.follow() }
    }

    func layerDidAppear() { wasRefused = false }

    /// An outer host presents over the same screen, which UIKit may have refused until now.
    func presentationDidEnd() {
      follow()
      (driver.outerHost as? any PresentingHost)?.follow(presentingAgain: false)
      // The app may have hidden the host. Later, because the base may appear after this call.
      Task { [weak self] in if let self { follow(scene) } }
    }
  }

  /// A host with the type of its destinations erased.
  @MainActor
  private protocol PresentingHost: AnyObject {
    func follow(presentingAgain: Bool)
  }

  extension ShownStack: PresentingHost {}
#endif
