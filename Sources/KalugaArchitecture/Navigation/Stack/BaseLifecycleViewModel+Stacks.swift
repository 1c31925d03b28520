extension BaseLifecycleViewModel {
  /// Adds a stack of screens that is a part of this view model, and keeps its driver.
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
  /// The driver lives like a child that is a view model. It is started as soon as a driver shows this view model,
  /// and with the first resume at the latest. Its ``NavigationDriver/hostState`` is active while this view model
  /// is resumed, and background otherwise. It ends when this view model is cleared, before `onCleared`. A
  /// request to the outer driver that is made in a transition here waits for its end.
  ///
  /// If this view model is a screen of a driver, or a part of one:
  /// - ``NavigationDriver/back()`` of the outer driver goes back here first, the innermost stack before others and
  ///   of several in one screen the newest. The handlers here are asked too when the screen itself is left.
  /// - A snapshot of the outer driver has this stack and what its screens save. After a restore the driver
  ///   continues with it, unless it has been started before.
  /// - Transitions of both show the whole stack, as `[home, shop([list, item])]`.
  ///
  /// - Parameters:
  ///   - driver: A driver that belongs to no other view model; one that does leaves that.
  ///   - name: Tells the stacks of one screen apart in a snapshot. Those of the same name are told apart by the
  ///     order in which they are added.
  public final func addChild<Destination>(
    _ driver: NavigationDriver<Destination>,
    named name: String = "stack"
  ) {
    guard !driver.isEnded else { return }
    let stack = driver.nest ?? NestedStack(name, driver)
    stack.name = name
    if stack.parent !== self { stack.takeNumber() }
    driver.nest = stack
    addChild(stack)
    if screenHost != nil { stack.start() }
  }

  /// Removes a nested stack: the driver lives on without this view model.
  ///
  /// Its ``NavigationDriver/hostState`` is background, and so its screens are paused, until another host sets it.
  public final func removeChild<Destination>(_ driver: NavigationDriver<Destination>) {
    guard let stack = driver.nest, stack.parent === self else { return }
    removeChild(stack)
    driver.nest = nil
  }
}
