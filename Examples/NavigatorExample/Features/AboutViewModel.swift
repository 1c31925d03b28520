public import KalugaArchitecture

/// About: the second tab, which counts how often it was looked at.
public final class AboutViewModel: BaseLifecycleViewModel {
  /// How often About was shown.
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
