import KalugaArchitecture

/// The observers of an observable that outlives a test.
@MainActor
struct WatchedObservers {
  private let name: String
  private let location: CallLocation
  private let count: () -> Int
  private let before: Int

  init(_ name: String, _ location: CallLocation, _ count: @escaping () -> Int) {
    self.name = name
    self.count = count
    self.location = location
    before = count()
  }

  /// Returns a failure if there are more observers than before; nil otherwise.
  func failure() async -> (String, CallLocation)? {
    let isBack = await wait(atMost: .seconds(1)) { count() <= before }
    if isBack { return nil }
    let text =
      "\(count() - before) observer(s) of \(name) remain after the test: dispose the token that "
      + "observe returned, or add it to a bag or scope of the view model"
    return (text, location)
  }
}
