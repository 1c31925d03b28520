/// Loads a list page by page.
///
///     lazy var list = Pager(in: scope, startingAt: 0) { [api] offset in
///       let items = try await api.items(from: offset)
///       return (items, next: items.isEmpty ? nil : offset + items.count)
///     }
///
/// The first call of ``loadNext()`` loads the first page. A pager loads one page at a time, in a
/// scope that cancels the load at its end. A cancelled load is not an error: the state returns to
/// the one before the load, even if the load itself throws a `CancellationError`. A cancelled load
/// that does not end is abandoned as that of a ``Loader``. At the end of the list, only
/// ``reload()`` loads again. Releasing the pager cancels its load too.
public final class Pager<Item, Cursor>: InitializedObservable<PagedItems<Item>> {
  /// The items of a page, and where the next page begins; nil after the last page.
  public typealias Page = (items: [Item], next: Cursor?)

  private let scope: TaskScope
  private let name: String?
  private let first: Cursor
  private let loadPage: @MainActor (Cursor) async throws -> Page

  private let latest: LatestLoad<PagedItems<Item>>
  /// Where the next page begins; nil at the end.
  private var next: Cursor? {
    // An old cursor is released after the access, because its `deinit` may use the pager.
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// Whether the next page replaces the items.
  private var isFirstPage = true

  /// Creates a pager that has loaded nothing.
  ///
  /// - Parameters:
  ///   - scope: Owns the loads. Retained.
  ///   - first: Where the first page begins.
  ///   - name: The name of the tasks, for debugging.
  ///   - loadPage: Loads the page that begins at a cursor.
  public init(
    in scope: TaskScope,
    startingAt first: Cursor,
    name: String? = nil,
    _ loadPage: @escaping @MainActor (Cursor) async throws -> Page
  ) {
    self.scope = scope
    self.name = name
    self.first = first
    self.loadPage = loadPage
    next = first
    // A running load that is replaced by a reload does not change the state.
    latest = LatestLoad(PagedItems()) { [core = scope.core] in
      "\(name ?? "a page") in the scope '\(core.name)'"
    }
    super.init(node: latest.makeNode(.by { $0.isLoading && $1.isLoading }))
  }

  deinit {
    latest.ownerDidEnd()
    node.writerDidEnd()
  }

  /// Loads the next page and appends its items.
  ///
  /// Does nothing while a page is being loaded, and at the end. After a failure, loads the same page
  /// again. After a reload that has failed or was cancelled, loads the first page again.
  ///
  /// - Returns: The task of the load; nil if there is none.
  @discardableResult
  public func loadNext() -> Task<Void, Never>? {
    node.storedValue.isLoading ? nil : load()
  }

  /// Loads the first page, whose items replace all others when they arrive.
  ///
  /// Cancels a running load. A page that it loads nevertheless is dropped.
  ///
  /// If the reload fails or is cancelled, the items stay, and ``loadNext()`` loads the first page
  /// again. ``PagedItems/isAtEnd`` is then false, even if it was true before.
  ///
  /// - Returns: The task of the load; nil if the scope has ended.
  @discardableResult
  public func reload() -> Task<Void, Never>? {
    isFirstPage = true
    next = first
    latest.settled.isAtEnd = false
    return load()
  }

  private func load() -> Task<Void, Never>? {
    guard scope.isActive, let cursor = next else { return nil }
    var loading = latest.settled
    loading.isLoading = true
    loading.error = nil
    return latest.start(in: scope, name: name, showing: loading) { [loadPage] in
      try await loadPage(cursor)
    } onEnd: { [weak self] in
      self?.state(after: $0)
    }
  }

  private func state(after result: Result<Page, any Error>) -> PagedItems<Item> {
    var state = latest.settled
    switch result {
    case .success(let page):
      state.items = isFirstPage ? page.items : state.items + page.items
      state.isAtEnd = page.next == nil
      state.error = nil
      isFirstPage = false
      next = page.next
    case .failure(let error):
      state.error = error
    }
    return state
  }
}
