import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

private enum WizardPage: NavigationDestination {
  case home, size, address, other
}

private final class WizardDraft: BaseLifecycleViewModel {
  @Saved("text") var text = ""
  private let name: String
  private let journal: Journal

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  override func onCleared() { journal.entries.append("clear \(name)") }
}

extension SharedViewModelKey where ViewModel == WizardDraft {
  fileprivate static let draft = SharedViewModelKey("draft")
}

/// A stack on which the screens `size` and `address` share a draft.
@MainActor
private final class WizardStage {
  let journal = Journal()
  let driver: NavigationDriver<WizardPage>
  /// The draft of each screen that shares it, in the order in which they were made.
  private(set) var drafts: [WizardDraft] = []

  init(_ snapshot: NavigationSnapshot<WizardPage>? = nil) {
    weak var stage: WizardStage?
    driver = NavigationDriver(
      tabs: [WizardPage.home, .other],
      restoring: snapshot,
      configuration: NavigationConfiguration(hiddenTabs: .lazily)
    ) { [journal] form, driver in
      if form == .size || form == .address {
        stage?.drafts.append(driver.sharedViewModel(.draft) { WizardDraft("draft", journal) })
      }
      return JournalScreen("\(form)", journal)
    }
    stage = self
    driver.start()
    journal.entries = []
  }

  var draft: WizardDraft {
    get throws { try #require(drafts.last) }
  }

  func forgetDrafts() { drafts = [] }

  func happened(after specs: NavigationSpec<WizardPage>...) throws -> String {
    for spec in specs { try driver.perform(spec) }
    return journal.take().joined(separator: ", ")
  }
}

/// View models that the screens of a flow share.
@MainActor
struct NavigationSharingTests {
  @Test func `a shared view model lives from the first to the last screen that shares it`() throws {
    let stage = WizardStage()
    _ = try stage.happened(after: .push(.size), .push(.address))
    #expect(stage.drafts.count == 2 && stage.drafts[0] === stage.drafts[1])
    #expect(try stage.happened(after: .pop()) == "pause address, clear address, resume size")
    #expect(
      try stage.happened(after: .pop()) == "pause size, clear size, clear draft, resume home"
    )
    _ = try stage.happened(after: .push(.size))
    #expect(stage.drafts[2] !== stage.drafts[0])
  }

  @Test func `a shared view model stays if a new screen of the same transition shares it`() throws {
    let stage = WizardStage()
    _ = try stage.happened(after: .push(.size))
    #expect(
      try stage.happened(after: .replace(.address)) == "pause size, clear size, resume address"
    )
    #expect(
      try stage.happened(after: .steps([.pop(), .present(.size)]))
        == "pause address, clear address, resume size"
    )
    #expect(stage.drafts.allSatisfy { $0 === stage.drafts[0] })
    #expect(stage.drafts.count == 3)
  }

  @Test func `work of a shared view model runs until the last screen leaves`() async throws {
    let stage = WizardStage()
    _ = try stage.happened(after: .push(.size))
    let scope = try stage.draft.scope
    scope.launch(name: "upload") { await untilCancelled() }
    _ = try stage.happened(after: .push(.address))
    #expect(scope.runningNames == ["upload"])
    _ = try stage.happened(after: .popToRoot())
    await scope.waitUntilEmpty()
    #expect(scope.runningNames.isEmpty)
  }

  @Test func `a shared view model is released with the last screen, and with the driver`()
    async throws
  {
    let stage = WizardStage()
    _ = try stage.happened(after: .push(.size))
    weak let draft = stage.driver.sharedViewModel(.draft) { WizardDraft("late", stage.journal) }
    #expect(draft != nil)
    let other = WizardStage()
    _ = try other.happened(after: .push(.size))
    other.driver.end()
    #expect(other.journal.take().suffix(2) == ["clear home", "clear draft"])
    _ = try stage.happened(after: .pop())
    stage.forgetDrafts()
    #expect(draft == nil)
  }

  @Test func `a shared view model is saved with the stack, and restored for the same screens`()
    throws
  {
    let stage = WizardStage()
    _ = try stage.happened(after: .push(.size), .push(.address))
    try stage.draft.text = "seven"
    let data = try stage.driver.snapshot().data()
    let later = WizardStage(try NavigationSnapshot(data))
    #expect(later.drafts.map(\.text) == ["seven", "seven"])
    #expect(later.drafts[0] === later.drafts[1])
    #expect(try later.driver.snapshot().data() == data)
    #expect(try later.happened(after: .popToRoot()).hasSuffix("clear draft, resume home"))
    #expect(later.driver.snapshot().shared.isEmpty)
  }

  @Test func `the state of a shared view model is kept while no screen has asked for it`() throws {
    let stage = WizardStage()
    _ = try stage.happened(after: .selectTab(1), .push(.size))
    try stage.draft.text = "kept"
    _ = try stage.happened(after: .selectTab(0))
    var data = try stage.driver.snapshot().data()
    for _ in 0..<2 {
      let later = WizardStage(try NavigationSnapshot(data))
      #expect(later.drafts.isEmpty)
      data = try later.driver.snapshot().data()
    }
    let last = WizardStage(try NavigationSnapshot(data))
    _ = try last.happened(after: .selectTab(1))
    #expect(try last.draft.text == "kept")
  }

  @Test func `outside of the factory, the shown screen shares the view model`() throws {
    let stage = WizardStage()
    let draft = stage.driver.sharedViewModel(.draft) { WizardDraft("draft", stage.journal) }
    _ = try stage.happened(after: .push(.size))
    #expect(try stage.draft === draft)
    #expect(try stage.happened(after: .pop()) == "pause size, clear size, resume home")
    #expect(try stage.happened(after: .setRoot(.other)).contains("clear draft"))
  }

  @Test func `a saved view model of screens that a migration has removed is dropped`() throws {
    let stage = WizardStage()
    _ = try stage.happened(after: .push(.size))
    let snapshot = stage.driver.snapshot()
    let migrated = NavigationSnapshot(
      stack: BackStack(root: WizardPage.home),
      shared: snapshot.shared
    )
    #expect(WizardStage(migrated).driver.snapshot().shared.isEmpty)
  }
}
