// The Swift blocks of the article "Saving state", word for word.
import Foundation
import KalugaArchitecture
import KalugaStores
import Testing

final class CatalogueViewModel: BaseLifecycleViewModel {
  @Saved("query") var query = ""
  @Saved("onlyNew") var onlyNew = false
  lazy var title = $query.map { $0.isEmpty ? "All" : "Results for \($0)" }

  init(onlyNew: Bool) {
    self.onlyNew = onlyNew  // before super.init: a fresh value
    super.init()
    // From here on, both properties have their saved values.
  }
}

struct Filter: SavableState {
  var words: [String] = []

  static func migrated(from version: Int, _ json: Data) throws -> Filter {
    Filter(words: [try JSONDecoder.forSavedState().decode(String.self, from: json)])
  }
}

final class FilterViewModel: BaseLifecycleViewModel {
  @Saved("filter", version: 2, migrate: Filter.migrated) var filter = Filter()
}

struct Settings: SavableState {
  var isDark = false
}

final class SettingsViewModel: BaseLifecycleViewModel {
  @Saved var settings: Settings

  init(in file: SavedFile) {
    _settings = Saved(wrappedValue: Settings(), file)
    super.init()
  }
}

enum Shop: NavigationDestination {
  case catalogue
}

@MainActor
struct SavingArticleTests {
  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "saving-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test func `a screen is restored from a file as the article says`() async throws {
    try await inFolder { folder in
      do {
        let driver = NavigationDriver(root: Shop.catalogue) { _, _ in
          CatalogueViewModel(onlyNew: true)
        }
        driver.start()
        (driver.topViewModel as? CatalogueViewModel)?.query = "lamps"
        let stateFile = SavedFile.file(folder.appending(path: "stack.json"))
        try stateFile.write(driver.snapshot().data())
      }
      let stateFile = SavedFile.file(folder.appending(path: "stack.json"))
      let saved = try stateFile.read().map { try NavigationSnapshot<Shop>($0) }
      let driver = NavigationDriver(root: Shop.catalogue, restoring: saved) { screen, _ in
        switch screen {
        case .catalogue: CatalogueViewModel(onlyNew: false)
        }
      }
      driver.start()  // makes and resumes the screens
      let viewModel = try #require(driver.topViewModel as? CatalogueViewModel)
      #expect(viewModel.onlyNew && viewModel.title.current == "Results for lamps")
      driver.end()
    }
  }

  @Test func `settings are shared and written as the article says`() async throws {
    try await inFolder { folder in
      let file = SavedFile.file(folder.appending(path: "settings.json"))
      let models = [SettingsViewModel(in: file), SettingsViewModel(in: file)]
      models[0].settings.isDark = true
      #expect(models[1].settings.isDark)
      await SavedFile.flushAll()
      let written = try file.read()
      #expect(written != nil)
    }
  }

  @Test func `a filter of the first version is migrated`() throws {
    final class OldViewModel: BaseLifecycleViewModel {
      @Saved("filter") var filter = "lamps"
    }
    let data = OldViewModel().savedState()
    let viewModel = BaseLifecycleViewModel.restoring(data) { FilterViewModel() }
    #expect(viewModel.filter.words == ["lamps"])
  }
}
