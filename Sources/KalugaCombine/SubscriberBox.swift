#if canImport(Combine)
  import Combine

  /// A subscriber that is carried to the main actor.
  ///
  /// Unchecked, because Combine does not mark its subscribers as `Sendable`. It requires of a publisher
  /// instead that it calls a subscriber one call at a time, from whatever thread: ours call it where it
  /// subscribes until it has its subscription, and only on the main actor from then on.
  struct SubscriberBox<Downstream: Subscriber>: @unchecked Sendable {
    let subscriber: Downstream
  }
#endif
