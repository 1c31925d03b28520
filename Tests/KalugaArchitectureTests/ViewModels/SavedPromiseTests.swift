import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Promises about saved and loaded values, in situations that a stranger chose to break them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SavedPromiseTests {
  private final class Form: BaseLifecycleViewModel {
    @Saved("text") var text = ""
  }

  private final class Plain: BaseLifecycleViewModel {}

  private func addForm(_ text: String? = nil, to screen: BaseLifecycleViewModel?) -> Form {
    let form = Form()
    if let text { form.text = text }
    screen?.addChild(form)
    return form
  }

  @Test func `a child added later is restored, even if its screen has a parent by then`() {
    let screen = Plain()
    _ = addForm("saved", to: screen)
    let again = BaseLifecycleViewModel.restoring(screen.savedState()) { Plain() }
    let host = Plain()
    host.addChild(again)
    #expect(addForm(to: again).text == "saved")
  }

  private enum Page: NavigationDestination { case list }

  private final class Shop: BaseLifecycleViewModel {
    let page = Plain()
    lazy var pages = NavigationDriver(root: Page.list) { [page] _, _ in page }

    init() {
      super.init()
      addChild(pages)
    }
  }

  @Test func `a child added later to a screen of a nested stack is restored`() throws {
    func start(_ snapshot: NavigationSnapshot<Page>?) -> (NavigationDriver<Page>, Shop?) {
      var shop: Shop?
      let driver = NavigationDriver(root: Page.list, restoring: snapshot) { _, _ in
        let made = Shop()
        shop = made
        return made
      }
      driver.start()
      return (driver, shop)
    }
    let (first, firstShop) = start(nil)
    _ = addForm("saved", to: firstShop?.page)
    let (second, secondShop) = start(try NavigationSnapshot<Page>(first.snapshot().data()))
    #expect(addForm(to: secondShop?.page).text == "saved")
    withExtendedLifetime(second) {}
  }

  @Test func `a saved property that a late write of another thread changed is in the saved state`()
    async throws
  {
    let form = Form()
    let subject = form.$text
    await Task.detached { subject.post("posted") }.value
    form.text = form.text
    let again = BaseLifecycleViewModel.restoring(form.savedState()) { Form() }
    #expect(again.text == form.text)
  }

  private final class LateForm: BaseLifecycleViewModel {
    @Saved("number") var number = 1

    init(after other: Form) {
      _ = other.savedState()
      super.init()
    }
  }

  @Test func `a property is saved although another state was saved while its owner was made`() {
    #expect(LateForm(after: Form()).savedState() != nil)
  }

  @Test func `two files whose observers write each other have their newest values after a flush`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "promise-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [1, 2].map { SavedFile.file(folder.appending(path: "\($0).json")) }
    var saved = files.map { Saved(wrappedValue: 0, $0) }
    let bag = DisposeBag()
    saved[0].projectedValue.observe { [weak two = saved[1]] value in
      if value < 5 { two?.wrappedValue = value }
    }.addTo(bag)
    saved[1].projectedValue.observe { [weak one = saved[0]] value in
      if value > 0 { one?.wrappedValue = value + 1 }
    }.addTo(bag)
    saved[0].wrappedValue = 1
    await SavedFile.flushAll()
    #expect(saved.map(\.wrappedValue) == [5, 4])
    bag.dispose()
    saved = []
    await mainActorQueueDrained()
    #expect(files.map { Saved(wrappedValue: -1, $0).wrappedValue } == [5, 4])
  }

  @Test func `all spellings of a location name one file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "promise-\(UUID())")
    let beside = folder.appending(path: "x", directoryHint: .notDirectory)
    let spellings = [
      folder.appending(path: "a/../1 é.json"), folder.appending(path: "./1 é.json"),
      URL(filePath: folder.path + "//1 é.json"), URL(filePath: "1 é.json", relativeTo: beside),
      try #require(URL(string: "file://" + folder.path + "/1%20%C3%A9.json")),
    ]
    let plain = SavedFile.file(folder.appending(path: "1 é.json"))
    for spelling in spellings { #expect(SavedFile.file(spelling) == plain, "\(spelling)") }
  }

  @Test func `a loaded value survives a reload that its own work asks for`() async {
    final class Model: BaseLifecycleViewModel {
      var runs = 0
      lazy var value: Loader<Int> = load { [unowned self] in
        runs += 1
        let run = runs
        if run == 1 { value.reload() }
        return run
      }
    }
    let model = Model()
    model.didResume()
    await until(model.value.current.value != nil)
    #expect(model.value.current.value == 2)
  }
}
