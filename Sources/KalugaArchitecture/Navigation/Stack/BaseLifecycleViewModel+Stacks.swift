extension BaseLifecycleViewModel {
  /// Adds a nested stack of screens to this view model, which holds the stack's driver strongly.
  ///
  ///     final class ShopViewModel: BaseLifecycleViewModel {
  ///       let pages = NavigationDriver(root: ShopPage.list) { page, _ in makePage(page) }
  ///
  ///       override init(lifecycleSubscribables: [any LifecycleSubscribable] = []) {
  ///         super.init(lifecycleSubscribables: lifecycleSubscribables)
  ///         addChild(pages)
  ///       }
  ///     }
  ///
  /// The screens of the nested stack are resumed, paused and cleared together with this view model,
  /// in the order of child view models. The driver starts when this view model belongs to a screen of
  /// another driver, when a host of KalugaSwiftUI or KalugaUIKit shows it, or when it first becomes
  /// visible or is resumed. Its ``NavigationDriver/hostState`` is active while this view model is
  /// resumed, inactive while it is visible, and background otherwise. The driver ends when this
  /// view model is cleared, before `onCleared`.
  ///
  /// If this view model is a screen of an outer driver, or a descendant of such a screen:
  /// - ``NavigationDriver/back()`` of the outer driver goes back in the nested stack first. The
  ///   innermost stack goes first. If a screen has several stacks, the newest of them goes first.
  /// - When the user leaves the screen itself, the back handlers of the nested stack are asked too.
  /// - A request to the outer driver that is made during a transition of the nested stack waits for
  ///   the end of that transition.
  /// - A snapshot of the outer driver contains the nested stack and the states of its screens. A
  ///   restored outer driver passes them to the nested driver, unless that was started before.
  /// - ``StackTransition/picture`` of both drivers shows the whole stack, such as
  ///   `[home, shop([list, item])]`.
  ///
  /// Does nothing if the driver has ended, or if this view model is in one of its own screens.
  ///
  /// A driver that belongs to another view model is removed from that one. The name identifies the
  /// stack among those of one screen in a snapshot. Stacks with the same name are identified by the
  /// order in which they are added, so give different names to stacks of which one may end before the
  /// other.
  ///
  /// - Parameters:
  ///   - driver: The driver of the nested stack.
  ///   - name: The name of the nested stack in a snapshot.
  ///   - place: Where the hosts of KalugaSwiftUI and KalugaUIKit draw the screens above the first one.
  public final func addChild<Destination>(
    _ driver: NavigationDriver<Destination>,
    named name: String = "stack",
    drawn place: NestedStackPlace = .inPlace
  ) {
    guard !driver.isEnded, !isShown(by: driver) else { return }
    let stack = driver.nest ?? NestedStack(name, driver)
    stack.name = name
    stack.place = place
    if stack.parent !== self { stack.takeNumber() }
    driver.nest = stack
    addChild(stack)
    if screenHost != nil { stack.start() }
  }

  /// Removes a nested stack without ending its driver.
  ///
  /// The driver's screens are paused. Its ``NavigationDriver/hostState`` is background until it is
  /// set again. Does nothing if the driver does not belong to this view model.
  public final func removeChild<Destination>(_ driver: NavigationDriver<Destination>) {
    guard let stack = driver.nest, stack.parent === self else { return }
    removeChild(stack)
    driver.nest = nil
  }
}
