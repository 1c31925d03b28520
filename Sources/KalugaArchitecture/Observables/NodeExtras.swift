/// What few nodes need; made when the first of it is needed, so that the others stay small.
@MainActor
@usableFromInline
final class NodeExtras {
  /// Posts from other isolations that wait for the main actor; nil if there never was one.
  @usableFromInline nonisolated let inbox = OnceReference<UntypedPostInbox>()

  /// Where Swift Observation follows the node; nil until the first read that somebody tracks.
  var tracking: TrackingPoint? {
    didSet { unsafe isTracked = tracking != nil }
  }
  // Unchecked: only ever read and written as a whole.
  @exclusivity(unchecked)
  @usableFromInline private(set) var isTracked = false

  nonisolated init() {}
}
