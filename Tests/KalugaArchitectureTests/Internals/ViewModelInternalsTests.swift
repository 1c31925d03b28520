import Testing

@testable import KalugaArchitecture

/// What lifecycle calls do not look at.
@MainActor
struct ViewModelInternalsTests {
  private final class VisitedViewModel: BaseLifecycleViewModel {
    private let visits: Visits

    init(_ visits: Visits) {
      self.visits = visits
      super.init()
    }

    override var members: [BaseLifecycleViewModel] {
      visits.count += 1
      return super.members
    }
  }

  @MainActor
  private final class Visits {
    var count = 0
  }

  @Test func `a family that is moved outside of hooks is not searched for running hooks`() {
    let visits = Visits()
    let family = (0..<100).map { _ in VisitedViewModel(visits) }
    for (parent, child) in zip(family, family.dropFirst()) { parent.addChild(child) }
    family[0].didResume()
    family[0].didPause()
    family[0].clear()
    #expect(visits.count == 0)
    #expect(family.allSatisfy { $0.currentStage == .cleared })
  }
}
