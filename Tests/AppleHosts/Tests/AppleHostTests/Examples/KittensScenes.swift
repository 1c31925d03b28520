import Foundation
import KalugaArchitecture
import KalugaUIKit
import KittensFeatures
import SwiftUI
import Testing
import UIKit

@testable import KittensApple

/// A server with kittens and their pictures, whose network each test controls.
@MainActor
final class KittenServer: KittenDataSource, KittenImageLoader {
  /// The addresses of the list.
  var urls: [String]
  /// Whether the server sends pictures.
  let sendsPictures = MutableStateFlow(true)
  /// The picture that the server does not find.
  var brokenPicture: String?
  /// The first row of each page that was requested.
  private(set) var offsets: [Int] = []
  private(set) var requestedPictures: [String] = []
  private(set) var cancelledPictures: [String] = []
  private let networkFlow = MutableStateFlow(EmbeddedKittenDataSource.Network.on)

  init(count: Int) {
    urls = (0..<count).map { "\($0).jpg" }
  }

  var network: EmbeddedKittenDataSource.Network {
    get { networkFlow.value }
    set { networkFlow.value = newValue }
  }

  @MainActor
  func load(limit: Int, offset: Int) async throws(KittenDataError) -> [KittenImage] {
    offsets.append(offset)
    // The embedded source would leave the main actor, for which each return waits behind other tests.
    let answer = try? await networkFlow.asStateFlow().first { $0 != .slow }
    guard let answer else { throw .cancelled }
    guard answer == .on else {
      throw .unreachable(endpoint: "kittens.example", reason: "the network is off")
    }
    return urls.dropFirst(offset).prefix(limit).map { KittenImage(url: $0) }
  }

  @MainActor
  func load(_ image: KittenImage) async throws(KittenDataError) -> Data {
    let url = image.url
    requestedPictures.append(url)
    if url == brokenPicture { throw .status(404) }
    do {
      _ = try await sendsPictures.asStateFlow().first { $0 }
    } catch {
      cancelledPictures.append(url)
      throw .cancelled
    }
    return Data(url.utf8)
  }

  func makeComponent() -> KittensComponent { makeKittensComponent(makeKittensStore(source: self)) }
}

/// The screen of Kittens, and its user.
@MainActor
protocol KittensScene: AnyObject {
  /// Whether the spinner is on the screen.
  var isLoading: Bool { get }
  /// The message of an error, if there is one.
  var message: String? { get }
  /// The hearts of the rows on the screen.
  var hearts: [String] { get }
  /// The addresses of the pictures on the screen.
  var pictures: [String] { get }
  /// How many rows say that they have no picture.
  var missingPictures: Int { get }
  /// Whether the dialog is shown.
  var isAsking: Bool { get }
  var problems: [String] { get }

  func refresh()
  func scroll(toRow row: Int)
  /// Taps a row that is on the screen of a list that has not been scrolled.
  func tap(row: Int)
  /// Taps a button of the dialog.
  func answer(_ title: String)
  /// Ends the screen.
  func close()
}

/// A framework that shows Kittens.
enum KittensFramework: CaseIterable {
  case swiftUI, uiKit

  /// Shows the list in a window with this number of rows.
  @MainActor
  func show(_ server: KittenServer, rows: Int = 3) -> any KittensScene {
    switch self {
    case .swiftUI: KittensInSwiftUI(server, rows: rows)
    case .uiKit: KittensInWindow(server, rows: rows)
    }
  }
}

@MainActor
final class KittensInSwiftUI: KittensScene {
  private let app: Renderer

  init(_ server: KittenServer, rows: Int) {
    var isSized = false
    app = Renderer {
      if isSized { KittensScreen(server.makeComponent(), pictures: server) }
    }
    app.rowsOnScreen = rows
    isSized = true
    app.redraw()
  }

  var isLoading: Bool { app.texts.contains("…") }
  var message: String? { app.texts.first { $0.contains("cannot be reached") } }
  var hearts: [String] { app.texts.filter { "♥♡".contains($0) } }
  var pictures: [String] { app.texts.filter { $0.hasSuffix(".jpg") } }
  var missingPictures: Int { app.texts.count { $0 == "no picture" } }
  var isAsking: Bool { app.texts.contains("Do you like this kitten?") }
  var problems: [String] { app.problems }

  func refresh() { app.tap("Refresh") }
  func scroll(toRow row: Int) { app.scroll(toRow: row) }
  func tap(row: Int) {
    let heart = hearts[row]
    app.tap(heart, at: hearts[..<row].count { $0 == heart })
  }
  func answer(_ title: String) { app.tap(title) }
  func close() { app.close() }
}

/// The controller in a navigation controller, in an active scene.
@MainActor
final class KittensInWindow: KittensScene {
  let window = UIWindow(windowScene: UIWindowScene())
  let navigation = UINavigationController()
  private let scene = UIWindowScene()
  private let rows: Int

  init(_ server: KittenServer, rows: Int = 3) {
    self.rows = rows
    window.windowScene = scene
    scene.enter(.foregroundActive)
    push(KittensController(server.makeComponent(), pictures: server))
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    window.settle()
  }

  func push(_ controller: KittensController) {
    (Self.views(in: controller.view) as [UITableView]).first?.rowsOnScreen = rows
    navigation.pushViewController(controller, animated: true)
    window.settle()
  }

  var isLoading: Bool { first(UIActivityIndicatorView.self)?.isAnimating == true }
  var isRefreshing: Bool { first(UITableView.self)?.refreshControl?.isRefreshing == true }
  var message: String? {
    first(UILabel.self).flatMap { $0.isHidden ? nil : $0.text }
  }
  var hearts: [String] { rowContents.compactMap(\.text) }
  var pictures: [String] { rowContents.compactMap(\.image?.stubText) }
  var missingPictures: Int { rowContents.count { $0.secondaryText == "no picture" } }
  var isAsking: Bool { window.alerts.contains { $0.contains("Do you like this kitten?") } }
  var problems: [String] { window.problems }

  func refresh() { window.pullDown() }
  func scroll(toRow row: Int) { window.scroll(toRow: row) }
  func tap(row: Int) { window.tap(row: row) }
  func answer(_ title: String) { window.tap(title) }
  func close() {
    window.rootViewController = nil
    navigation.viewControllers = []
  }

  private var rowContents: [UIListContentConfiguration] {
    (first(UITableView.self)?.visibleCells ?? []).compactMap {
      $0.contentConfiguration as? UIListContentConfiguration
    }
  }

  private func first<View: UIView>(_ type: View.Type) -> View? {
    guard let screen = navigation.topViewController?.view else { return nil }
    return (Self.views(in: screen) as [View]).first
  }

  private static func views<View: UIView>(in view: UIView) -> [View] {
    ((view as? View).map { [$0] } ?? []) + view.subviews.flatMap { views(in: $0) }
  }
}
