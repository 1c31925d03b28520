#if canImport(Combine)
  import Combine

  /// The number of values that a subscriber still wants.
  struct OpenDemand {
    /// The number of values, or nil once the demand is unlimited, which is final.
    private var count: Int? = 0

    /// Adds a demand; a sum that overflows counts as unlimited.
    ///
    /// - Parameter max: The value of `Subscribers.Demand.max`, which is nil for unlimited demand.
    ///   The demand itself is not `Sendable`.
    mutating func add(_ max: Int?) {
      guard let old = count, let max else {
        count = nil
        return
      }
      let (sum, overflow) = old.addingReportingOverflow(max)
      count = overflow ? nil : sum
    }

    var isOpen: Bool { count != 0 }

    /// Consumes the demand for one value; returns false if there is none.
    mutating func take() -> Bool {
      guard isOpen else { return false }
      count = count.map { $0 - 1 }
      return true
    }
  }
#endif
