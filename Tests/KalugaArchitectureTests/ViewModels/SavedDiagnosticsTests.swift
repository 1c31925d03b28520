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
    @Saved(
      "misread",
      version: 2,
      migrate: { _, json in try JSONDecoder.forSavedState().decode(String.self, from: json).count }
    ) var misread = 0
  }

  private final class SavedOthers: BaseLifecycleViewModel {
    @Saved("other") var other = 7
    @Saved("failing") var failing = 7
    @Saved("misread") var misread = 7
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
    return form.savedState()
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
        "the property 'misread' \(begins) is damaged: the migration from version 1 failed: the data: "
          + "expected String",
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
      let again = form.savedState()
      #expect(again == data)
      form.clear()
    }
    #expect(
      reports.map(\.description) == [
        "SavedForm has no saved property for 'failing', 'misread', 'other'. The values are kept for children "
          + "that are added later. If a key has changed, restore the old one."
      ]
    )
  }

  // MARK: Values that cannot be written

  /// A value whose encoding fails for negative numbers.
  private struct Positive: SavableState {
    var value = 1

    func encode(to encoder: any Encoder) throws {
      if value < 0 { throw SourceError() }
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }

    init(_ value: Int) { self.value = value }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  private final class SavedMap: BaseLifecycleViewModel {
    @Saved("place") var place = "fresh"
    @Saved("zooms") var zooms = [["first": 1.0]]
    @Saved("scale") var scale = Positive(1)
  }

  private func restoredMap(_ data: Data?) -> SavedMap {
    BaseLifecycleViewModel.restoring(data) { SavedMap() }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `a value that cannot be written is reported once, and its last written value is kept`(
    number: Double
  ) async {
    let reports = await reports {
      let map = SavedMap()
      (map.place, map.scale) = ("secret", Positive(2))
      let first = restoredMap(map.savedState())
      #expect([first.scale.value, Int(first.zooms[0]["first"] ?? 0)] == [2, 1])
      map.place = "other"
      map.scale = Positive(-1)
      map.zooms = [["first": 5], ["secret": number]]
      for _ in 0..<2 {
        let again = restoredMap(map.savedState())
        #expect(again.place == "other")
        #expect(again.scale == Positive(2))
        #expect(again.zooms == [["first": 1]])
      }
      (map.scale, map.zooms) = (Positive(3), [])
      let last = restoredMap(map.savedState())
      #expect(last.scale == Positive(3))
      #expect(last.zooms.isEmpty)
    }
    #expect(
      reports.map(\.description) == [
        "the newest value of the property 'zooms' of SavedMap is not saved: state cannot be saved: "
          + "*.* cannot be written as JSON",
        "the newest value of the property 'scale' of SavedMap is not saved: state cannot be saved: "
          + "its own encoding failed",
      ]
    )
    #expect(reports.allSatisfy { $0.kind == .valueNotSaved })
  }

  private final class SavedPrice: BaseLifecycleViewModel {
    @Saved("price") var price = Decimal(1)
  }

  @Test func `a decimal that is not a number is not called nested too deep`() async {
    let reports = await reports {
      let shop = SavedPrice()
      shop.price = .nan
      #expect(shop.savedState() == nil)
    }
    #expect(
      reports.map(\.description) == [
        "the newest value of the property 'price' of SavedPrice is not saved: state cannot be saved: "
          + "it cannot be written as JSON"
      ]
    )
  }

  @Test func `a restored value is kept until a newer one can be written`() async {
    let reports = await reports {
      let first = SavedMap()
      first.scale = Positive(4)
      let second = restoredMap(first.savedState())
      second.scale = Positive(-1)
      let third = restoredMap(second.savedState())
      #expect(third.scale == Positive(4))
    }
    #expect(reports.count == 1)
  }

  @Test func `a failure is reported again after a value that could be written`() async {
    let reports = await reports {
      let map = SavedMap()
      for value in [-1, 1, -1] {
        map.scale = Positive(value)
        _ = map.savedState()
      }
    }
    #expect(reports.count == 2)
  }

  private enum SavedPlace: NavigationDestination { case home, point(Double) }

  private typealias SavedDriver = NavigationDriver<SavedPlace>

  /// Makes a driver whose screen has two nested stacks with one name.
  private func makeNestedStacks(
    _ snapshot: NavigationSnapshot<SavedPlace>? = nil
  ) -> (outer: SavedDriver, inner: [SavedDriver]) {
    let inner = (0..<2).map { _ in
      SavedDriver(root: .home) { _, _ in BaseLifecycleViewModel() }
    }
    let outer = SavedDriver(root: .home, restoring: snapshot) { _, _ in
      let screen = SavedForm()
      for driver in inner { screen.addChild(driver, named: "saved-maps") }
      return screen
    }
    outer.start()
    return (outer, inner)
  }

  @Test func `a nested stack that cannot be written is kept as it was written last`() async throws {
    let reports = await reports(about: "saved-maps") {
      let first = makeNestedStacks()
      (first.outer.topViewModel as? SavedForm)?.name = "changed"
      try first.inner[0].perform(.push(.point(.nan)))
      try first.inner[1].perform(.push(.point(1)))
      // The first stack has never been written, and does not get the data of the second one.
      let second = makeNestedStacks(try NavigationSnapshot(first.outer.snapshot().data()))
      #expect((second.outer.topViewModel as? SavedForm)?.name == "changed")
      #expect(second.inner.map(\.stack.current.entries.count) == [1, 2])
      try second.inner[1].perform(.push(.point(.nan)))
      for _ in 0..<2 {
        let third = makeNestedStacks(try NavigationSnapshot(second.outer.snapshot().data()))
        #expect(third.inner.map(\.stack.current.entries.count) == [1, 2])
        third.outer.end()
      }
      first.outer.end()
      second.outer.end()
    }
    #expect(reports.map(\.kind) == [.valueNotSaved, .valueNotSaved])
    #expect(
      reports.allSatisfy {
        $0.description.hasPrefix("the newest stack 'saved-maps' of SavedForm is not saved: ")
      }
    )
  }

  // MARK: Keys

  @Test func `a repeated key is reported once, and one of the properties is saved`() async throws {
    let data = try state(name: "first")
    let reports = await reports(about: "has the key 'name'") {
      let form = BaseLifecycleViewModel.restoring(data) { () -> SavedForm in
        let form = SavedForm()
        form.addChild(SavedForm())
        return form
      }
      #expect(form.name == "first")
      _ = form.savedState()
      let again = BaseLifecycleViewModel.restoring(form.savedState()) { SavedForm() }
      #expect(again.name == "first")
      let late = SavedForm()
      late.addChild(SavedForm())
      _ = late.savedState()
      _ = late.savedState()
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
      for _ in 0..<2 { _ = SavedForm().savedState() }
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
