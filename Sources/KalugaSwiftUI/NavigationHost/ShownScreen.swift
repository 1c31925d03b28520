#if canImport(SwiftUI)
  import KalugaArchitecture
  import Observation

  /// A part of what SwiftUI shows, which is identified by the object.
  ///
  /// What a refused change brings back is a new object. So SwiftUI sees a change, whether it compares
  /// with what is on the screen or with the value of its last update.
  protocol ShownObject: AnyObject, Hashable, Identifiable {}

  extension ShownObject {
    nonisolated static func == (first: Self, second: Self) -> Bool { first === second }

    nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// One screen as SwiftUI shows it.
  ///
  /// The view of the screen keeps it while SwiftUI moves the screen out.
  @MainActor
  @Observable
  final class ShownScreen<Destination: NavigationDestination>: nonisolated ShownObject, SeenObject {
    private(set) var hosted: HostedScreen<Destination>
    /// The path of a nested driver whose screens are shown above this one, or nil.
    var nested: (any NestedPath)?
    /// Identifies the screen on the stack.
    let entry: BackStackEntryID
    /// Whether the screen has been visible.
    @ObservationIgnored private(set) var hasAppeared = false

    init(_ hosted: HostedScreen<Destination>, _ nested: (any NestedPath)? = nil) {
      self.hosted = hosted
      self.nested = nested
      entry = hosted.id
    }

    /// The same screen may get another destination.
    func update(_ newest: HostedScreen<Destination>) {
      if newest.destination != hosted.destination { hosted = newest }
    }

    func didAppear() { hasAppeared = true }
  }
#endif
