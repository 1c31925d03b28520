#if canImport(Combine)
  import Combine

  /// How many more values a subscriber wants; pure.
  struct OpenDemand {
    /// Nil for any number of values, which nothing takes back.
    private var count: Int? = 0

    /// Adds what was asked for; a sum beyond all numbers is any number.
    ///
    /// Takes what `Subscribers.Demand.max` says, nil for unlimited: that type is not `Sendable`.
    mutating func add(_ max: Int?) {
      guard let old = count, let max else {
        count = nil
        return
      }
      let (sum, overflow) = old.addingReportingOverflow(max)
      count = overflow ? nil : sum
    }

    var isOpen: Bool { count != 0 }

    /// Uses up one, if there is one.
    mutating func take() -> Bool {
      guard isOpen else { return false }
      count = count.map { $0 - 1 }
      return true
    }
  }
#endif
