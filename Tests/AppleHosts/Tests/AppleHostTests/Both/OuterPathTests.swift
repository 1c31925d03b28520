import KalugaArchitecture
import Testing
import UIKit

/// A nested stack is drawn in the path of the outer one.
@MainActor
struct OuterPathTests {
  @Test(arguments: TestedHost.allCases)
  func `the screens of a nested stack are pushed above the screen that has it`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    await scene.expectShown("[home, a]")
    try scene.performNested(.push(.b), .push(.c))
    await scene.expectShown("[home, a, b, c]")
    try scene.performNested(.pop())
    await scene.expectShown("[home, a, b]")
    try scene.perform(.push(.a))
    await scene.expectShown("[home, a, b, a]")
    try scene.performNested(.push(.c))
    await scene.expectShown("[home, a, b, c, a]")
    try scene.perform(.pop())
    try scene.performNested(.popToRoot())
    await scene.expectShown("[home, a]")
  }

  @Test(arguments: TestedHost.allCases)
  func `a swipe back pops the nested stack first, and then the outer one`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b))
    scene.swipeBack()
    await scene.expectShown("[home, a]")
    #expect("\(scene.outer.stack.current)" == "[home, c]")
    #expect(scene.shop.pages.topViewModel?.stage.current == .resumed)
    scene.swipeBack()
    await scene.expectShown("[home]")
    #expect("\(scene.outer.stack.current)" == "[home]")
  }

  @Test(arguments: TestedHost.allCases)
  func `going back several screens asks each one, from the nested stack to the outer one`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.b), .push(.c))
    try scene.performNested(.push(.b), .push(.c))
    try scene.perform(.push(.a))
    var asked: [String] = []
    let handlers = DisposeBag()
    scene.outer.onBack { [outer = scene.outer] in
      asked.append("outer \(outer.stack.current.top.destination)")
      return .proceed
    }
    .addTo(handlers)
    let pages = scene.shop.pages
    pages.onBack {
      asked.append("nested \(pages.stack.current.top.destination)")
      return .proceed
    }
    .addTo(handlers)
    scene.swipeBack(5)
    await scene.expectShown("[home]")
    // The last question of the nested stack is about its first screen, which leaves with the shop.
    #expect(asked == ["outer a", "nested c", "nested b", "nested a", "outer c", "outer b"])
    handlers.dispose()
  }

  @Test(arguments: TestedHost.allCases)
  func `a handler of the nested stack keeps its screen and those below it`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b), .push(.c))
    let pages = scene.shop.pages
    let token = pages.onBack { .intercept }
    for _ in 0..<2 {
      scene.swipeBack()
      await scene.expectShown("[home, a, b, c]")
      scene.swipeBack(3)
      await scene.expectShown("[home, a, b, c]")
    }
    token.dispose()
    let kept = pages.onBack(on: pages.viewModel(of: pages.stack.current.layers[0].path[1].id)) {
      .intercept
    }
    scene.swipeBack(3)
    await scene.expectShown("[home, a, b]")
    kept.dispose()
    scene.swipeBack(2)
    await scene.expectShown("[home]")
  }

  @Test(arguments: TestedHost.allCases)
  func `a handler of the screen that has the stack keeps it after the nested screens have left`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b))
    let token = scene.outer.onBack(on: scene.shop) { .intercept }
    scene.swipeBack(2)
    await scene.expectShown("[home, a]")
    scene.swipeBack()
    await scene.expectShown("[home, a]")
    try scene.performNested(.push(.b))
    await scene.expectShown("[home, a, b]")
    token.dispose()
  }

  @Test(arguments: TestedHost.allCases)
  func `a guard of the nested stack decides before the outer one goes back`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b))
    let refusing = scene.shop.pages.addGuard { _, _ in .refuse(reason: "locked") }
    scene.swipeBack(2)
    await scene.expectShown("[home, a, b]")
    refusing.dispose()
    let proceeding = scene.shop.pages.addGuard { _, _ in .proceed }
    scene.swipeBack(2)
    await scene.expectShown("[home]")
    proceeding.dispose()
  }

  @Test(arguments: TestedHost.allCases)
  func `a screen that the nested stack opens while the user goes back ends that`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b))
    let token = scene.shop.pages.onTransition { [outer = scene.outer] in
      if $0.kind == "pop" { _ = try? outer.perform(.push(.b)) }
    }
    scene.swipeBack(2)
    await scene.expectShown("[home, a, b]")
    #expect("\(scene.outer.stack.current)" == "[home, c, b]")
    token.dispose()
  }

  @Test(arguments: TestedHost.allCases)
  func `the nested screens leave with the screen that has the stack`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b))
    try scene.perform(.pop())
    await scene.expectShown("[home]")
    #expect(scene.shop.stage.current == .cleared)
  }

  @Test(arguments: TestedHost.allCases)
  func `what the nested stack presents is over the path`(host: TestedHost) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b), .present(.a))
    await scene.expectShown("[home, a, b] ▸ [a]")
    try scene.performNested(.push(.c))
    await scene.expectShown("[home, a, b] ▸ [a, c]")
    scene.swipeBack()
    await scene.expectShown("[home, a, b] ▸ [a]")
    scene.dismissSheet()
    await scene.expectShown("[home, a, b]")
    try scene.perform(.present(.b))
    await scene.expectShown("[home, a, b] ▸ [b]")
  }

  @Test(arguments: TestedHost.allCases)
  func `a nested stack is also drawn in the path of a sheet and of a tab`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.present(.c))
    try scene.performNested(.push(.b))
    await scene.expectShown("[home] ▸ [a, b]")
    scene.swipeBack()
    await scene.expectShown("[home] ▸ [a]")
    scene.dismissSheet()
    await scene.expectShown("[home]")
    let tabs = NestedScene(host)
    try tabs.perform(.tabs([.home, .c], selected: 1))
    try tabs.performNested(.push(.b))
    await tabs.expectShown("{[home] | *[a, b]}")
    try tabs.perform(.selectTab(0))
    try tabs.performNested(.push(.c))
    await tabs.expectShown("{*[home] | [a, b, c]}")
    tabs.scene.selectTab(1)
    tabs.swipeBack(2)
    await tabs.expectShown("{[home] | *[a]}")
  }

  @Test(arguments: TestedHost.allCases)
  func `a restored nested stack is drawn without an animation, also under other screens`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b), .push(.c))
    try scene.perform(.push(.b))
    let again = NestedScene(host, restoring: scene.outer.snapshot())
    await again.expectShown("[home, a, b, c, b]")
    #expect(again.scene.moves.allSatisfy { $0.hasSuffix("at once") })
    again.swipeBack()
    await again.expectShown("[home, a, b, c]")
    try again.performNested(.present(.a))
    let presented = NestedScene(host, restoring: again.outer.snapshot())
    await presented.expectShown("[home, a, b, c] ▸ [a]")
    #expect(presented.scene.moves.allSatisfy { $0.hasSuffix("at once") })
  }

  @Test(arguments: TestedHost.allCases)
  func `the driver that has moved decides about the animation`(host: TestedHost) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    let before = scene.scene.moves.count
    try scene.performNested(.push(.b).animated(false))
    try scene.performNested(.push(.c))
    try scene.performNested(.pop().animated(false))
    try scene.perform(.push(.b))
    try scene.perform(.pop().animated(false))
    await scene.expectShown("[home, a, b]")
    #expect(
      scene.scene.moves.dropFirst(before) == [
        "push at once", "push animated", "pop at once", "push animated", "pop at once",
      ]
    )
  }

  @Test(arguments: TestedHost.allCases)
  func `a nested stack in a nested stack is in the same path`(host: TestedHost) async throws {
    let inner = Shop(.inOuterPath)
    let scene = NestedScene(host, Shop(.inOuterPath, pages: .places(root: .a, shop: (inner, .c))))
    try scene.perform(.push(.c))
    try scene.performNested(.push(.c))
    try inner.pages.perform(.push(.b))
    scene.scene.settle()
    await scene.expectShown("[home, a, a, b]")
    try scene.performNested(.push(.b))
    await scene.expectShown("[home, a, a, b, b]")
    scene.swipeBack(2)
    await scene.expectShown("[home, a, a]")
    try inner.pages.perform(.push(.b))
    scene.scene.settle()
    scene.swipeBack(3)
    await scene.expectShown("[home]")
  }

  @Test(arguments: TestedHost.ofUIKit)
  func `a swipe that the user interrupts leaves both stacks as they are`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b))
    for count in 1...2 {
      scene.scene.beginSwipeBack(count)
      try #require(scene.scene as? UIKitScene).window.cancelGesture()
      await scene.expectShown("[home, a, b]")
    }
  }

  @Test(arguments: TestedHost.frameworks)
  func `a nested stack that gets tabs is drawn in place, and is in the path again without them`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b), .tabs([.a, .c]))
    scene.scene.settle()
    #expect(scene.scene.tabLabels.count == 2)
    #expect(scene.problems == [])
    try scene.performNested(.tabs([.a]))
    await scene.expectShown("[home, a, b]")
    scene.swipeBack(2)
    await scene.expectShown("[home]")
  }

  @Test(arguments: TestedHost.frameworks)
  func `one of several stacks in a screen is drawn in place`(host: TestedHost) async throws {
    let shop = Shop(.inOuterPath)
    let other = NavigationDriver<Place>.places()
    shop.addChild(other, named: "other", drawn: .inOuterPath)
    let scene = NestedScene(host, shop)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b))
    #expect(!scene.picture.hasPrefix("[home, a, b"))
    #expect(scene.problems == [])
  }
}
