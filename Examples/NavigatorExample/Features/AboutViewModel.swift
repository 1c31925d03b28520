public import KalugaArchitecture

/// About: the second tab, which counts how often it is shown.
public final class AboutViewModel: BaseLifecycleViewModel {
  /// The number of times that About was shown.
  @InitializedSubject public private(set) var visits = 0

  /// Creates About.
  public init() {
    super.init()
  }

  /// Counts the visit.
  public override func onResume(scope: TaskScope) {
    visits += 1
  }
}
