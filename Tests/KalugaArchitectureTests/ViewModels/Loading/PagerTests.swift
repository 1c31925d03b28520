import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct PagerTests {
  private let repository = FakeRepository()
  private let scope = TaskScope()
  private let pager: Pager<String, Int>

  init() {
    pager = Self.makePager(repository, in: scope)
  }

  /// Pages contain one item, and there are three of them.
  private static func makePager(
    _ repository: FakeRepository,
    in scope: TaskScope
  ) -> Pager<String, Int> {
    Pager(in: scope, startingAt: 0, name: "page") { page in
      ([try await repository.find("\(page)")], next: page < 2 ? page + 1 : nil)
    }
  }

  /// Answers the newest call and waits for the end of the load.
  private func load(_ task: Task<Void, Never>?, _ result: Result<String, any Error>) async {
    await repository.answer(repository.calls.count, result)
    await task?.value
  }

  @Test func `pages are appended until the end`() async {
    #expect(pager.current == PagedItems())
    for item in ["a", "b", "c"] { await load(pager.loadNext(), .success(item)) }
    #expect(pager.current == PagedItems(items: ["a", "b", "c"], isAtEnd: true))
    #expect(pager.loadNext() == nil)
    #expect(repository.calls == ["0", "1", "2"])
  }

  @Test func `a page is never loaded twice at a time`() async {
    let task = pager.loadNext()
    #expect(pager.current == PagedItems(isLoading: true))
    #expect(scope.runningNames == ["page"])
    #expect(pager.loadNext() == nil)
    await load(task, .success("a"))
    #expect(repository.calls == ["0"])
    #expect(pager.current == PagedItems(items: ["a"]))
  }

  @Test func `after a failure the same page can be loaded again`() async {
    await load(pager.loadNext(), .success("a"))
    await load(pager.loadNext(), .failure(SourceError()))
    #expect(pager.current == PagedItems(items: ["a"], error: SourceError()))
    let task = pager.loadNext()
    #expect(pager.current == PagedItems(items: ["a"], isLoading: true))
    await load(task, .success("b"))
    #expect(pager.current == PagedItems(items: ["a", "b"]))
    #expect(repository.calls == ["0", "1", "1"])
  }

  @Test func `a reload keeps the items until the first page arrives`() async {
    for item in ["a", "b", "c"] { await load(pager.loadNext(), .success(item)) }
    let task = pager.reload()
    #expect(pager.current == PagedItems(items: ["a", "b", "c"], isLoading: true))
    await load(task, .success("A"))
    #expect(pager.current == PagedItems(items: ["A"]))
    await load(pager.loadNext(), .success("B"))
    #expect(pager.current == PagedItems(items: ["A", "B"]))
  }

  /// BillionBeers #74: it was loaded as if it were the next page.
  @Test func `after a reload has failed, the first page is loaded again`() async {
    await load(pager.loadNext(), .success("a"))
    await load(pager.reload(), .failure(SourceError()))
    #expect(pager.current == PagedItems(items: ["a"], error: SourceError()))
    await load(pager.loadNext(), .success("A"))
    #expect(pager.current == PagedItems(items: ["A"]))
    #expect(repository.calls == ["0", "0", "0"])
  }

  @Test func `after a cancelled reload at the end, the first page is loaded again`() async {
    for item in ["a", "b", "c"] { await load(pager.loadNext(), .success(item)) }
    await load(pager.reload(), .failure(CancellationError()))
    #expect(pager.current == PagedItems(items: ["a", "b", "c"]))
    await load(pager.loadNext(), .success("A"))
    #expect(pager.current == PagedItems(items: ["A"]))
  }

  /// moko-paging #37: it was appended to the new list.
  // EdsonBueno/infinite_scroll_pagination#290, KanishJebaMathewM/Truxify#11450: a page that was
  // requested before a refresh is added after it.
  @Test(arguments: [false, true])
  func `an old page that arrives after a reload is dropped`(isIgnored: Bool) async {
    repository.ignoresCancellation = isIgnored
    await load(pager.loadNext(), .success("a"))
    pager.loadNext()
    await until(repository.calls.count == 2)
    let task = pager.reload()
    await repository.answer(1, .success("old"))
    await repository.answer(2, .success("A"))
    await task?.value
    #expect(pager.current == PagedItems(items: ["A"]))
    #expect(repository.calls == ["0", "1", "0"])
  }

  @Test(arguments: [false, true])
  func `a cancelled load is not an error`(byScope: Bool) async {
    await load(pager.loadNext(), .failure(SourceError()))
    let task = pager.loadNext()
    if byScope {
      scope.cancel()
      await task?.value
    } else {
      await load(task, .failure(CancellationError()))
    }
    #expect(pager.current == PagedItems(error: SourceError()))
    if byScope { #expect(pager.reload() == nil && pager.loadNext() == nil) }
  }

  @Test func `a pager whose scope ends while a load begins ends`() async {
    pager.loadNext()
    await until(repository.calls.count == 1)
    let states = ValueRecorder(pager)
    _ = pager.observe { [scope] in if $0.items == ["a"] { scope.cancel() } }
    await repository.answer(0, .success("a"))
    await states.expect(PagedItems(isLoading: true), PagedItems(items: ["a"]))
    #expect(pager.reload() == nil)
    #expect(pager.current == PagedItems(items: ["a"]))
  }

  @Test func `releasing a pager cancels its load`() async {
    weak var released: Pager<String, Int>?
    do {
      let pager = Self.makePager(repository, in: scope)
      pager.loadNext()
      await until(repository.calls.count == 1)
      released = pager
    }
    await scope.waitUntilEmpty()
    #expect(released == nil)
  }
}
