import KalugaArchitecture
import SwiftUI
import Testing
import UIKit

/// A host of either framework, under one reading of what Apple's documentation leaves open.
enum TestedHost: CaseIterable {
  case swiftUI(Renderer.Reading)
  case uiKit(UIWindow.CoordinatorOrder, [UIWindow.TabQuestion])

  static let allCases = Renderer.Reading.allCases.map(TestedHost.swiftUI) + ofUIKit

  static let ofUIKit = UIWindow.CoordinatorOrder.allCases.flatMap { order in
    UIWindow.TabQuestion.readings.map { TestedHost.uiKit(order, $0) }
  }

  /// The readings that concern paths.
  static let readings =
    Renderer.Reading.allCases.map(TestedHost.swiftUI)
    + UIWindow.CoordinatorOrder.allCases.map { TestedHost.uiKit($0, [.controller]) }

  /// One host of each framework.
  static let frameworks: [TestedHost] = [
    .swiftUI(Renderer.Reading(.withPreviousValue)), .uiKit(.beforeDelegate, [.controller]),
  ]

  /// Shows the driver in an active scene.
  @MainActor
  func scene(_ driver: NavigationDriver<Place> = .places()) -> any HostScene {
    switch self {
    case .swiftUI(let reading): SwiftUIScene(reading, driver)
    case .uiKit(let order, let questions):
      UIKitScene(order, driver, tabQuestions: questions)
    }
  }
}

/// A window with a host of a driver, and its user.
@MainActor
protocol HostScene: AnyObject {
  var driver: NavigationDriver<Place> { get }

  /// The labels of the tabs of the topmost layer, each of which ends with the name of its place.
  var tabLabels: [String] { get }

  func settle()
  func beginSwipeBack(_ count: Int, under layersAbove: Int)
  func beginDismissal()
  func finishGesture()
  func selectTab(_ index: Int, under layersAbove: Int)
  func enter(_ state: HostState)

  /// The alerts and dialogs on the screen.
  var alerts: [String] { get }
  /// Those that the question of the stack should be.
  var expectedAlerts: [String] { get }
  /// Taps a button of the question.
  func choose(_ title: String)
  /// Leaves a dialog by a tap beside it.
  func leaveQuestion()

  /// Runs what the app and the user do before the host has shown any of it.
  func atOnce(_ body: () throws -> Void) rethrows

  /// What the host has let its framework change, with or without an animation.
  var moves: [String] { get }

  /// Checks that what is shown is what the stack says.
  func expectShown(_ sourceLocation: SourceLocation) async
}

extension HostScene {
  var top: PlaceViewModel? { driver.topViewModel as? PlaceViewModel }

  /// The stack as a picture of what is shown, which does not say how layers are presented.
  ///
  /// A tab that has not been made is empty.
  var names: String {
    driver.stack.current.layers.map { layer in
      let tabs = layer.tabs.indices.map { tab in
        let path = layer.tabs[tab]
        let isMade = tab == layer.selected || driver.viewModel(of: path[0].id) != nil
        let names = isMade ? path.map { "\($0.destination)" }.joined(separator: ", ") : ""
        return (tab == layer.selected && layer.tabs.count > 1 ? "*" : "") + "[\(names)]"
      }
      return tabs.count == 1 ? tabs[0] : "{\(tabs.joined(separator: " | "))}"
    }
    .joined(separator: " ▸ ")
  }

  func perform(_ specs: NavigationSpec<Place>...) throws {
    for spec in specs {
      try driver.perform(spec, action: "test")
      settle()
    }
  }

  /// Goes back in the top layer, or under some that let the user use it.
  func swipeBack(_ count: Int = 1, under layersAbove: Int = 0) {
    beginSwipeBack(count, under: layersAbove)
    finishGesture()
  }

  func beginSwipeBack(_ count: Int) { beginSwipeBack(count, under: 0) }

  func selectTab(_ index: Int) { selectTab(index, under: 0) }

  func dismissSheet() {
    beginDismissal()
    finishGesture()
  }

  /// Checks that this stack is shown.
  func expectShown(
    _ stack: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    // An answer is settled in a later job of the main actor.
    let areAsked = {
      self.settle()
      return self.alerts == self.expectedAlerts
    }
    await until(areAsked(), sourceLocation: sourceLocation)
    await expectShown(sourceLocation)
    #expect("\(driver.stack.current)" == stack, sourceLocation: sourceLocation)
  }
}
