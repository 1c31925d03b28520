/// A screen in a path that a host draws with the screens of several drivers.
package struct PathPosition {
  /// The driver of the screen.
  package let driver: StackDriver
  /// The path of that driver up to the screen.
  package let path: [BackStackEntryID]

  package init(_ driver: StackDriver, _ path: [BackStackEntryID]) {
    self.driver = driver
    self.path = path
  }
}
