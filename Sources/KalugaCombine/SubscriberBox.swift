#if canImport(Combine)
  import Combine

  /// A subscriber that is sent to the main actor.
  ///
  /// Unchecked, because Combine does not mark subscribers as `Sendable`. Instead, it requires
  /// publishers to make one call at a time, on any thread. These publishers pass the subscription
  /// to the subscriber on the subscribing thread, and make all later calls on the main actor.
  struct SubscriberBox<Downstream: Subscriber>: @unchecked Sendable {
    let subscriber: Downstream
  }
#endif
