import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing
import XCTest

@testable import NotesFeatures

/// A mock that is used outside the main actor.
nonisolated struct NoteStorageMock: NoteStorage {
  let notes = MockFunction<[Note]>("load")

  func load() async throws -> [Note] { try await notes.callAsync() }
}

struct NotesTests {
  private let note = Note(id: 1, title: "milk", color: .red)

  @Test func `the list shows loaded notes, and follows posts from another thread`() async throws {
    let storage = NoteStorageMock()
    storage.notes.onAnyCall.returns([note, Note(id: 2, title: "bread", color: .plain)])
    let navigator = RecordingNavigator<NotesNavigation>()
    try await withViewModel(
      NotesViewModel(navigator: navigator, store: makeNotesStore(storage))
    ) { harness in
      let titles = ValueRecorder(harness.viewModel.titles)
      await harness.resume()
      await titles.expect([], ["milk", "bread"])
      let filter = harness.viewModel.$filter
      await Task.detached { filter.post("mi") }.value
      await titles.expect(["milk"])

      try harness.viewModel.noteTapped(0)
      navigator.expect(.open(note))
      try navigator.finish(with: "mild cheese")
      await titles.expect(["mild cheese"])
    }
  }

  @Test func `a link opens a note, and its draft survives process death`() async throws {
    let process = SimulatedProcess { snapshot in
      makeNotesDriver(JSONNoteStorage(json: "[]"), restoring: snapshot)
    }
    let link = try DeepLinks.notes.link(to: [.list, .note(note)])
    try process.driver.open(DeepLinks.notes.screens(for: link))
    (process.driver.topViewModel as? NoteViewModel)?.draft.title = "oat milk"
    try await process.dieAndRestore()
    let restored = try #require(process.driver.topViewModel as? NoteViewModel)
    #expect(restored.draft == NoteViewModel.Draft(title: "oat milk"))
    process.driver.end()
    expectBundleRoundTrip(note)
  }
}

nonisolated final class NotesXCTests: XCTestCase {
  @MainActor
  func testTheReasonOfAFailureIsShown() async throws {
    try await withExhaustiveChecks {
      let store = makeNotesStore(JSONNoteStorage(json: "[1]"))
      let harness = ViewModelHarness(NotesViewModel(navigator: RecordingNavigator(), store: store))
      let failure = ValueRecorder(harness.viewModel.$failure)
      await harness.resume()
      _ = try await failure.next { $0.contains("DecodingError") || $0.contains("typeMismatch") }
    }
  }
}
