#if canImport(SwiftUI)
  import KalugaArchitecture
  import Observation

  /// A question as SwiftUI shows it.
  ///
  ///     presented ──a button──▶ answered ──refused──▶ a new object, which is presented again
  ///         └──closed without a button──▶ left
  @MainActor
  @Observable
  final class ShownQuestion: nonisolated ShownObject {
    let asked: AskedQuestion
    private(set) var isPresented = true
    @ObservationIgnored private(set) var isAnswered = false
    @ObservationIgnored private(set) var isDrawn = false
    /// Whether the user may have seen it.
    @ObservationIgnored private(set) var isOpen = false

    init(_ asked: AskedQuestion) {
      self.asked = asked
    }

    func didDraw() {
      isDrawn = true
      Task { isOpen = isPresented }
    }

    func close() { isPresented = false }

    func answer() {
      isAnswered = true
      close()
    }
  }
#endif
