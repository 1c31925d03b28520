import KalugaArchitecture
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is reported about saved values. Only these tests use the handler of the process.
extension ArchitectureDiagnosticsTests {
  private final class SavedForm: BaseLifecycleViewModel {
    @Saved("name") var name = "fresh"
    @Saved("age") var age = 0
  }

  private final class SavedNumbers: BaseLifecycleViewModel {
    @Saved("name") var name = 0
    @Saved("age", version: 2) var age = 0
    @Saved("other") var other = 0
    @Saved("failing", version: 2, migrate: { _, _ in throw SourceError() }) var failing = 0
  }

  private final class SavedOthers: BaseLifecycleViewModel {
    @Saved("other") var other = 7
    @Saved("failing") var failing = 7
  }

  private func reports(
    about name: String = "Saved",
    _ body: @MainActor () throws -> Void
  ) async -> [ArchitectureDiagnostic] {
    await Self.diagnostics(about: name) {
      #expect(throws: Never.self) { try body() }
    }
  }

  private func state(name: String) throws -> Data? {
    let form = SavedForm()
    form.addChild(SavedOthers())
    (form.name, form.age) = (name, 5)
    return try form.savedState()
  }

  @Test func `unreadable values are reported by key, and all others are restored`() async throws {
    let data = try state(name: "secret")
    let reports = await reports {
      let numbers = BaseLifecycleViewModel.restoring(data) { SavedNumbers() }
      #expect([numbers.name, numbers.age, numbers.other, numbers.failing] == [0, 0, 7, 0])
    }
    let begins = "of SavedNumbers begins with its fresh value: saved state"
    #expect(
      reports.map(\.description) == [
        "the property 'name' \(begins) is damaged: the data: expected Int",
        "the property 'age' \(begins) has version 1, expected 2",
        "the property 'failing' \(begins) is damaged: the migration from version 1 failed",
      ]
    )
    #expect(reports.allSatisfy { $0.kind == .valueNotRestored })
  }

  @Test func `unknown keys are reported once when the screen is shown, and saved again`()
    async throws
  {
    let data = try state(name: "secret")
    let reports = await reports {
      let form = BaseLifecycleViewModel.restoring(data) { SavedForm() }
      #expect(form.name == "secret")
      form.didResume()
      form.didPause()
      form.didResume()
      let again = try form.savedState()
      #expect(again == data)
      form.clear()
    }
    #expect(
      reports.map(\.description) == [
        "SavedForm has no saved property for 'failing', 'other'. The values are kept for children "
          + "that are added later. If a key has changed, restore the old one."
      ]
    )
  }

  @Test func `a repeated key is reported once, and one of the properties is saved`() async throws {
    let data = try state(name: "first")
    let reports = await reports(about: "has the key 'name'") {
      let form = BaseLifecycleViewModel.restoring(data) { () -> SavedForm in
        let form = SavedForm()
        form.addChild(SavedForm())
        return form
      }
      #expect(form.name == "first")
      _ = try form.savedState()
      let again = BaseLifecycleViewModel.restoring(try form.savedState()) { SavedForm() }
      #expect(again.name == "first")
      let late = SavedForm()
      late.addChild(SavedForm())
      _ = try late.savedState()
      _ = try late.savedState()
    }
    #expect(reports.map(\.kind) == [.valueNotSaved, .valueNotSaved])
  }

  @Test func `a saved property outside of view models is reported`() async {
    @MainActor
    final class NoViewModel {
      @Saved("lost-key") var text = ""
    }
    let reports = await reports(about: "lost-key") {
      let object = NoViewModel()
      for _ in 0..<2 { _ = try SavedForm().savedState() }
      object.text = "used"
    }
    #expect(reports.map(\.kind) == [.valueNotSaved])
  }

  @Test(arguments: ["", "1", "[]", #"{"version":1}"#, "{", "\u{0}"])
  func `data that is not a saved state is reported, and all properties are fresh`(
    text: String
  ) async {
    let reports = await reports {
      let form = BaseLifecycleViewModel.restoring(Data(text.utf8)) { SavedForm() }
      #expect(form.name == "fresh")
    }
    #expect(reports.map(\.kind) == [.valueNotRestored])
    #expect(
      reports[0].description.hasPrefix("the properties of SavedForm begin with their fresh values")
    )
  }

  @Test func `diagnostics quote neither values nor the keys of a dictionary`() async throws {
    final class SavedSecrets: BaseLifecycleViewModel {
      @Saved("name") var name = ["key": 1]
    }
    let data = try state(name: "secret")
    let old = #"{\"secret\":\"secret\"}"#
    let oldData = Data(#"{"checksum":"ec9e772180044630","state":"\#(old)","version":1}"#.utf8)
    let reports = await reports {
      _ = BaseLifecycleViewModel.restoring(data) { SavedSecrets() }
      _ = BaseLifecycleViewModel.restoring(oldData) { SavedSecrets() }
    }
    #expect(reports.count == 2)
    #expect(reports.allSatisfy { !$0.description.contains("secret") })
  }
}
