#if canImport(Combine)
  import Combine

  /// A subscriber that is sent to the main actor.
  ///
  /// Unchecked, because Combine does not mark subscribers as `Sendable`. Instead, it requires
  /// publishers to make one call at a time, on any thread. These publishers call a subscriber on
  /// the thread that subscribes until it has its subscription, and only on the main actor after
  /// that.
  struct SubscriberBox<Downstream: Subscriber>: @unchecked Sendable {
    let subscriber: Downstream
  }
#endif
