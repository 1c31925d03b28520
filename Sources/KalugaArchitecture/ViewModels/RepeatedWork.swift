/// What a view model begins each time it reaches a stage, in the order of registration.
@MainActor
struct RepeatedWork {
  private struct Item {
    let stage: WorkStage
    /// The call and its place in the code; nil if it is not a call of the user.
    let name: String?
    let isOver: @MainActor () -> Bool
    let begin: @MainActor (TaskScope) -> Void
  }

  private var items: [Item] = []

  /// The calls that have registered work, with their places.
  var names: [String] { items.compactMap(\.name) }

  mutating func append(
    _ stage: WorkStage,
    _ name: String?,
    _ isOver: @escaping @MainActor () -> Bool,
    _ begin: @escaping @MainActor (TaskScope) -> Void
  ) {
    items.append(Item(stage: stage, name: name, isOver: isOver, begin: begin))
  }

  /// The closures that begin the work of a stage.
  func beginnings(at stage: WorkStage) -> [@MainActor (TaskScope) -> Void] {
    items.filter { $0.stage == stage }.map(\.begin)
  }

  /// Removes the work that is over, and returns it.
  ///
  /// The caller releases it after the access, because that may run a user's `deinit`.
  mutating func removeEnded() -> Any {
    let ended = items.filter { $0.isOver() }
    if !ended.isEmpty { items.removeAll { $0.isOver() } }
    return ended
  }
}
