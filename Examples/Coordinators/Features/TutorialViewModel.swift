public import KalugaArchitecture
public import KalugaCoordinators

/// A page of the tutorial.
public final class TutorialViewModel: BaseLifecycleViewModel, InputOutputViewModel {
  /// What the user does.
  @MainActor public struct Input {
    /// Taps on Next.
    public let nextTaps = EventChannel<Void>()
  }

  /// What the page shows and reports.
  @MainActor public struct Output {
    /// The text of the page.
    public let text: String

    /// Events that report that the user has read the page.
    public let read: EventChannel<Void>
  }

  /// What the user does.
  public let input = Input()

  /// What the page shows and reports.
  public let output: Output

  let page: Int

  /// Creates a page.
  public init(page: Int) {
    self.page = page
    // The page has nothing to decide: the coordinator receives the taps themselves.
    output = Output(text: "Page \(page) of the tutorial", read: input.nextTaps)
    super.init()
  }
}

extension TutorialViewModel: Presentable {
  /// The page as a screen.
  public var destination: AppScreen { .tutorial(page: page) }
}
