import KalugaArchitecture
import KalugaSessions

/// A state on a path, from which a walk continues in a new process instead of at the start of the
/// app.
struct SavedStart<App: ExploredApp>: Sendable {
  typealias Path = [AppEvent<App.Move>]

  /// The events that lead to the state.
  let path: Path
  let snapshot: NavigationSnapshot<App.Destination>
  let key: StateKey
  let values: ScreenValues

  /// The number of events between two of these states.
  ///
  /// Walks continue at least as many events before their end, so that what the last events leave
  /// behind without saving it is as in an app that has run from the start.
  static var distance: Int { 4 }

  /// Returns the paths to the states from which a walk may continue, the longest first.
  static func paths(before path: Path) -> [Path] {
    stride(from: path.count / distance - 1, to: 0, by: -1).map { Array(path.prefix($0 * distance)) }
  }
}
