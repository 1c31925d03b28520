/// What few nodes need; made when the first of it is needed, so that the others stay small.
@MainActor
final class NodeExtras {
  /// Posts from other isolations that wait for the main actor.
  nonisolated let inbox = PostInbox()

  /// Where Swift Observation follows the node; nil until the first read that somebody tracks.
  var tracking: TrackingPoint?

  nonisolated init() {}
}
