import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A nested stack whose screens a host draws in the path of the outer one.
@MainActor
struct NavigationOuterPathTests {
  private final class Shop: BaseLifecycleViewModel {
    let pages = NavigationDriver(root: Place.a) { _, _ in BaseLifecycleViewModel() }

    init() {
      super.init()
      addChild(pages, drawn: .inOuterPath)
    }
  }

  private let shop = Shop()
  private let outer: NavigationDriver<Place>
  private var pages: NavigationDriver<Place> { shop.pages }

  /// Shows `[home, b([a, sheet])]`.
  init() throws {
    let shop = shop
    outer = NavigationDriver(root: .home) { place, _ in
      place == .b ? shop : BaseLifecycleViewModel()
    }
    outer.start()
    try outer.perform(.push(.b))
    try pages.perform(.push(.sheet))
  }

  /// Reports that the user has gone back to the first screen.
  private func leaveAll() {
    let (nested, own) = (pages.stack.current.top, outer.stack.current.top)
    let first = [pages, outer].map { $0.stack.current.layers[0].path[0].id }
    StackDriver.hostDidLeave([
      PathPosition(pages, [first[0], nested.id]), PathPosition(outer, [first[1], own.id]),
    ])
  }

  private func expectShown(
    _ outer: String,
    _ nested: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect("\(self.outer.stack.current)" == outer, sourceLocation: sourceLocation)
    #expect("\(pages.stack.current)" == nested, sourceLocation: sourceLocation)
  }

  @Test func `a user who goes back over the border leaves the nested screens first`() {
    var lines: [String] = []
    let tokens = [outer, pages].map { driver in
      driver.onTransition { lines.append("\($0.kind) \($0.picture)") }
    }
    leaveAll()
    #expect(lines == ["pop [home, b([a])]", "pop [home]"])
    for token in tokens { token.dispose() }
  }

  @Test func `a handler of the nested stack or of its screen ends what the user has begun`() {
    let nested = pages.onBack { .intercept }
    leaveAll()
    expectShown("[home, b]", "[a, sheet]")
    nested.dispose()
    let token = outer.onBack(on: shop) { .intercept }
    leaveAll()
    expectShown("[home, b]", "[a]")
    token.dispose()
  }

  @Test func `a screen that the outer stack opens in between stays`() {
    let token = pages.onTransition { [outer] _ in _ = try? outer.perform(.push(.a)) }
    leaveAll()
    expectShown("[home, b, a]", "[a]")
    token.dispose()
  }

  @Test func `a guard of the nested stack is waited for`() async throws {
    let token = pages.addGuard { _, _ in .proceed }
    let left = AsyncStream<Void>.makeStream()
    let following = outer.onTransition { _ in left.continuation.yield() }
    leaveAll()
    for await _ in left.stream { break }
    expectShown("[home]", "[a]")
    token.dispose()
    following.dispose()
  }

  @Test func `a stack with tabs, and one of several in a screen, is not in the outer path`() throws
  {
    let id = outer.stack.current.top.id
    #expect(outer.stackInPath(of: id) === pages)
    #expect(pages.outerScreenInPath == id)
    #expect(pages.hasPushedScreens)
    #expect(!outer.hasStackInPlace(in: id))
    try pages.perform(.tabs([.a, .b]))
    #expect(outer.stackInPath(of: id) == nil)
    #expect(outer.hasStackInPlace(in: id))
    try pages.perform(.tabs([.a]))
    #expect(outer.stackInPath(of: id) === pages)
    let other = NavigationDriver(root: Place.a) { _, _ in BaseLifecycleViewModel() }
    shop.addChild(other, named: "other", drawn: .inOuterPath)
    #expect(outer.stackInPath(of: id) == nil)
    shop.removeChild(other)
    #expect(pages.outerScreenInPath == id)
  }
}
