import Foundation
import KalugaArchitecture
import SwiftUI
import Testing
import UIKit

/// A window with a host of a driver whose place `c` has a nested stack.
@MainActor
final class NestedScene {
  let scene: any HostScene
  var outer: NavigationDriver<Place> { scene.driver }

  /// The view model of the place `c`.
  let shop: Shop

  init(_ host: TestedHost, _ shop: Shop = Shop(.inOuterPath)) {
    self.shop = shop
    scene = host.scene(.places(shop: (shop, .c)))
  }

  init(_ host: TestedHost, restoring snapshot: NavigationSnapshot<Place>) {
    let shop = Shop(.inOuterPath)
    self.shop = shop
    let driver = NavigationDriver(restoring: snapshot) { place, _ -> BaseLifecycleViewModel in
      place == .c ? shop : PlaceViewModel(place)
    }
    scene = host.scene(driver)
  }

  /// A scene in which each place `c` is a new shop, also in the stack of a shop.
  init(_ host: TestedHost, onBack decide: @escaping @MainActor () -> NavigationBackDecision) {
    shop = Shop(.inOuterPath)
    scene = host.scene(.shops(root: .home, onBack: decide))
  }

  func perform(_ specs: NavigationSpec<Place>...) throws {
    for spec in specs { try scene.perform(spec) }
  }

  func performNested(_ specs: NavigationSpec<Place>...) throws {
    for spec in specs {
      try shop.pages.perform(spec)
      scene.settle()
    }
  }

  func swipeBack(_ count: Int = 1) { scene.swipeBack(count) }
  func dismissSheet() { scene.dismissSheet() }

  /// What is shown, where a screen with a nested stack has the name of the first screen of that.
  var picture: String {
    if let scene = scene as? SwiftUIScene {
      return scene.app.picture.replacingOccurrences(of: "page ", with: "")
    }
    return (scene as? UIKitScene)?.window.picture ?? ""
  }

  var problems: [String] {
    (scene as? SwiftUIScene)?.app.problems ?? (scene as? UIKitScene)?.window.problems ?? []
  }

  /// The drivers of the stack and of the stacks nested in it.
  var drivers: [NavigationDriver<Place>] { drivers(in: outer) }

  private func drivers(in driver: NavigationDriver<Place>) -> [NavigationDriver<Place>] {
    [driver] + shops(of: driver).flatMap { drivers(in: $0.pages) }
  }

  /// The screens of the path that is shown on top.
  var topPath: [String] {
    let driver = drivers.last { $0.stack.current.layers.count > 1 } ?? outer
    return path(driver.stack.current.shownPaths.last ?? [], driver)
  }

  /// Checks that this is shown, and that it is what the stacks say.
  @discardableResult
  func expectShown(
    _ expected: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await Task {}.value
    scene.settle()
    await until(picture == names, limit: .seconds(3), sourceLocation: sourceLocation)
    let shown = picture
    #expect(shown == expected ?? names, sourceLocation: sourceLocation)
    #expect(problems == [], sourceLocation: sourceLocation)
    return shown == names && problems == []
  }

  /// The stacks as a picture of what is shown.
  private var names: String { layers(of: outer).joined(separator: " ▸ ") }

  private func layers(of driver: NavigationDriver<Place>) -> [String] {
    let stack = driver.stack.current
    let own = stack.layers.map { layer in
      let paths = layer.tabs.indices.map { tab in
        let star = layer.tabs.count > 1 && tab == layer.selected ? "*" : ""
        return "\(star)[\(path(layer.tabs[tab], driver).joined(separator: ", "))]"
      }
      return paths.count == 1 ? paths[0] : "{\(paths.joined(separator: " | "))}"
    }
    return own + shops(of: driver).flatMap { layers(of: $0.pages).dropFirst() }
  }

  private func path(
    _ entries: [BackStack<Place>.Entry],
    _ driver: NavigationDriver<Place>
  ) -> [String] {
    entries.flatMap { entry in
      guard let shop = driver.viewModel(of: entry.id) as? Shop else {
        return [entry.destination.screenName]
      }
      return path(shop.pages.stack.current.layers[0].path, shop.pages)
    }
  }

  private func shops(of driver: NavigationDriver<Place>) -> [Shop] {
    driver.stack.current.entries.compactMap { driver.viewModel(of: $0.id) as? Shop }
  }
}

extension NavigationDriver<Place> {
  fileprivate static func shops(
    root: Place,
    onBack decide: @escaping @MainActor () -> NavigationBackDecision
  ) -> NavigationDriver {
    let driver = NavigationDriver(root: root) { place, _ -> BaseLifecycleViewModel in
      place == .c
        ? Shop(.inOuterPath, pages: .shops(root: .a, onBack: decide)) : PlaceViewModel(place)
    }
    // The handler ends with the driver.
    _ = driver.onBack(decide)
    return driver
  }
}
