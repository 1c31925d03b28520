import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

private enum Page: NavigationDestination {
  case home, other, shop, first, second
}

private enum PageNavigation: NavigationAction { case go(NavigationSpec<Page>) }

/// A view model that counts its ends, and calls a closure in them.
private final class Part: BaseLifecycleViewModel {
  @Saved("text") var text = ""
  private(set) var ends = 0
  var atEnd: () -> Void = {}

  override func onCleared() {
    ends += 1
    atEnd()
  }
}

extension SharedViewModelKey where ViewModel == Part {
  fileprivate static let draft = SharedViewModelKey("draft")
  fileprivate static let order = SharedViewModelKey("order")
}

private typealias Driver = NavigationDriver<Page>

/// A started driver with two tabs.
@MainActor
private func makeDriver(
  _ snapshot: NavigationSnapshot<Page>? = nil,
  screen: @escaping Driver.ScreenFactory
) -> Driver {
  let driver = NavigationDriver(
    tabs: [Page.home, .other],
    restoring: snapshot,
    screen: screen
  )
  driver.start()
  return driver
}

/// When and by whom a shared view model is asked for.
@MainActor
struct NavigationSharingTimesTests {
  @Test func `a view model that a nested stack asks for is shared by the screen around it`() throws
  {
    let nested = Collected<Driver>()
    let parts = Collected<Part>()
    let driver = makeDriver { page, outer in
      let screen = Part()
      guard page == .shop else { return screen }
      let stack = NavigationDriver(root: Page.first) { [weak outer] page, _ in
        if page == .second, let outer {
          parts.values.append(outer.sharedViewModel(.draft) { Part() })
        }
        return Part()
      }
      nested.values.append(stack)
      screen.addChild(stack)
      return screen
    }
    try driver.perform(.push(.shop))
    try driver.perform(.push(.other))
    try nested.values[0].perform(.push(.second))
    try driver.perform(.pop())
    #expect(parts.values.map(\.ends) == [0])
    try driver.perform(.pop())
    #expect(parts.values.map(\.ends) == [1])
  }

  @Test func `a navigator of a shared view model belongs to none of the screens`() throws {
    let navigators = Collected<any Navigator<PageNavigation>>()
    let driver = makeDriver { page, driver in
      if page == .first || page == .second {
        _ = driver.sharedViewModel(.draft) {
          navigators.values.append(
            StackNavigator(driver) { (action: PageNavigation) in
              switch action {
              case .go(let spec): spec
              }
            }
          )
          return Part()
        }
      }
      return Part()
    }
    try driver.perform(.push(.first))
    try driver.perform(.push(.second))
    try navigators.values[0].navigate(.go(.push(.other)))
    try driver.perform(.replaceAbove(.home, with: .second))
    try navigators.values[0].navigate(.go(.push(.shop)))
    #expect("\(driver.stack.current)" == "{*[home, second, shop] | [other]}")
  }

  @Test func `a view model that is asked for after the end is cleared at once`() {
    let driver = makeDriver { _, _ in Part() }
    let last = driver.sharedViewModel(.order) {
      driver.end()
      return Part()
    }
    #expect(last.ends == 1)
    let late = driver.sharedViewModel(.draft) {
      let part = Part()
      part.atEnd = { [weak part] in
        #expect(driver.sharedViewModel(.draft) { Part() } === part)
      }
      return part
    }
    #expect(late.ends == 1)
  }

  @Test(arguments: [true, false])
  func `shared view models that end together are not made again if they ask for each other`(
    endsDriver: Bool
  ) throws {
    let parts = Collected<Part>()
    let driver = makeDriver { page, driver in
      guard page == .first else { return Part() }
      let draft = driver.sharedViewModel(.draft) { Part() }
      let order = driver.sharedViewModel(.order) { Part() }
      parts.values = [draft, order]
      let ask = { [weak driver] in
        guard let driver else { return }
        parts.values.append(driver.sharedViewModel(.draft) { Part() })
        parts.values.append(driver.sharedViewModel(.order) { Part() })
      }
      draft.atEnd = ask
      order.atEnd = ask
      return Part()
    }
    try driver.perform(.push(.first))
    if endsDriver { driver.end() } else { try driver.perform(.pop()) }
    #expect(Set(parts.values.map { ObjectIdentifier($0) }).count == 2)
    #expect(parts.values.count == 6 && parts.values.allSatisfy { $0.ends == 1 })
    #expect(driver.snapshot().shared.isEmpty)
  }

  @Test func `a screen that is cleared in a hidden tab does not let the shown screen share`() throws
  {
    let parts = Collected<Part>()
    let driver = makeDriver { page, driver in
      let screen = Part()
      if page == .first {
        parts.values.append(driver.sharedViewModel(.draft) { Part() })
        screen.atEnd = { [weak driver] in _ = driver?.sharedViewModel(.draft) { Part() } }
      }
      return screen
    }
    try driver.perform(.push(.first))
    let id = driver.stack.current.top.id
    try driver.perform(.selectTab(1))
    try driver.perform(.closeEntry(id))
    #expect(parts.values.map(\.ends) == [1])
  }

  @Test func `a view model during whose making its screen leaves is cleared later`() throws {
    let driver = makeDriver { _, _ in Part() }
    try driver.perform(.push(.first))
    let part = driver.sharedViewModel(.draft) {
      #expect(throws: Never.self) { try driver.perform(.pop()) }
      return Part()
    }
    #expect(part.ends == 0)
    try driver.perform(.push(.first))
    #expect(part.ends == 1)
  }

  @Test func `the owner of a nested stack may ask for what the stack shares before it starts`()
    throws
  {
    func makeDriver(_ snapshot: NavigationSnapshot<Page>?, _ parts: Collected<Part>) -> Driver {
      KalugaArchitectureTests.makeDriver(snapshot) { page, _ in
        let screen = Part()
        guard page == .shop else { return screen }
        let stack = NavigationDriver(root: Page.first) { _, stack in
          parts.values.append(stack.sharedViewModel(.draft) { Part() })
          return Part()
        }
        parts.values.append(stack.sharedViewModel(.draft) { Part() })
        screen.addChild(stack)
        return screen
      }
    }
    let parts = Collected<Part>()
    let driver = makeDriver(nil, parts)
    try driver.perform(.push(.shop))
    #expect(parts.values.count == 2 && parts.values[0] === parts.values[1])
    parts.values[0].text = "seven"
    let data = try driver.snapshot().data()
    let restored = Collected<Part>()
    let later = makeDriver(try NavigationSnapshot(data), restored)
    #expect(restored.values.map(\.text) == ["seven", "seven"])
    #expect(restored.values[0] === restored.values[1])
    #expect(try later.snapshot().data() == data)
    try later.perform(.pop())
    #expect(restored.values.map(\.ends) == [1, 1])
  }

  @Test(
    .timeLimit(.minutes(5)),
    .enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text")
  )
  func `a view model that asks for its own key while it is made stops the program`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { @MainActor in
      let driver = makeDriver { _, _ in Part() }
      _ = driver.sharedViewModel(.draft) { driver.sharedViewModel(.draft) { Part() } }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("'draft' is asked for while it is made. Make it without its own key."))
  }
}

/// Values that closures collect.
@MainActor
private final class Collected<Value> {
  var values: [Value] = []
}
