extension NavigationDriver: nonisolated CustomReflectable {
  /// The stack and the configuration.
  ///
  /// The view models are not included, because they may store private values, and lead to the rest
  /// of the app.
  public nonisolated var customMirror: Mirror {
    Mirror(
      self,
      children: ["stack": stack, "configuration": configuration],
      displayStyle: .class
    )
  }
}
