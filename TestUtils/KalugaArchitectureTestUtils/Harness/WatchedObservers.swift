import KalugaArchitecture

/// The observers of an observable that outlives a test.
@MainActor
struct WatchedObservers {
  private let name: String
  private let location: CallLocation
  private let observers: () -> [AnyObject]
  /// Retained, so that no later observer has the identity of a released one.
  private let before: [AnyObject]

  init(_ name: String, _ location: CallLocation, _ observers: @escaping () -> [AnyObject]) {
    self.name = name
    self.observers = observers
    self.location = location
    before = observers()
  }

  private var newCount: Int {
    observers().count { observer in !before.contains { $0 === observer } }
  }

  /// Returns a failure if there are observers that did not exist before; nil otherwise.
  func failure() async -> (String, CallLocation)? {
    if await wait(atMost: .seconds(1), until: { newCount == 0 }) { return nil }
    let text =
      "\(newCount) observer(s) of \(name) remain after the test: dispose the token that "
      + "observe returned, or add it to a bag or scope of the view model"
    return (text, location)
  }
}
