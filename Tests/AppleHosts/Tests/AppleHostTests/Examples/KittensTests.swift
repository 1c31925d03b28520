import Foundation
import KalugaArchitecture
import KittensFeatures
import SwiftUI
import Testing
import UIKit

@testable import KittensApple

/// The list of kittens in both frameworks.
@MainActor
struct KittensTests {
  /// Answers with the name of the picture once the test lets it.
  private final class HeldPictures: KittenImageLoader {
    let isOpen = MutableStateFlow(false)
    let cancelled = MutableStateFlow(0)

    func load(_ image: KittenImage) async throws(KittenDataError) -> Data {
      do {
        _ = try await isOpen.asStateFlow().first { $0 }
      } catch {
        cancelled.update { $0 + 1 }
        throw .cancelled
      }
      return Data((URL(string: image.url)?.lastPathComponent ?? "").utf8)
    }
  }

  private let source = EmbeddedKittenDataSource(count: 6)
  private let pictures = HeldPictures()

  // MARK: SwiftUI

  @Test func `pages and pictures are shown in SwiftUI`() async {
    source.network.value = .slow
    let app = Renderer { KittensScreen(source: source, loader: pictures) }
    #expect(app.texts == ["…", "Refresh"])
    source.network.value = .on
    let row = ["…", "♡"]
    await until(app.texts == ["Refresh"] + row + row + row + row + ["More"])
    pictures.isOpen.value = true
    await until(app.texts.filter { $0.hasSuffix(".jpg") }.count == 4)
    app.tap("More")
    let all = (1...6).flatMap { ["\($0).jpg", "♡"] }
    await until(app.texts == ["Refresh"] + all)
    #expect(pictures.cancelled.value == 0)
  }

  @Test func `an error is shown in SwiftUI, and a refresh loads again`() async {
    source.network.value = .off
    let app = Renderer { KittensScreen(source: source, loader: pictures) }
    await until(app.texts.contains { $0.contains("the network is off") })
    source.network.value = .on
    app.tap("Refresh")
    await until(app.texts.contains("♡"))
    #expect(!app.texts.contains { $0.contains("the network is off") })
  }

  @Test func `a row that leaves the screen of SwiftUI cancels its picture`() async {
    let app = Renderer { KittensScreen(source: source, loader: pictures) }
    await until(app.texts.contains("♡"))
    app.close()
    await until(pictures.cancelled.value == 4)
  }

  @Test(arguments: [("Yes", "♥"), ("No", "♡"), ("Cancel", "♡")])
  func `a tap in SwiftUI asks whether the user likes the kitten`(
    answer: String,
    heart: String
  ) async {
    let app = Renderer { KittensScreen(source: source, loader: pictures) }
    await until(app.texts.contains("♡"))
    app.tap("♡")
    await until(app.texts.contains("Do you like it?"))
    app.tap(answer)
    #expect(!app.texts.contains("Do you like it?"))
    #expect(app.texts.last { $0 == "♥" || $0 == "♡" } == heart)
    #expect(app.problems == [])
  }

  // MARK: UIKit

  private func makeWindow() -> UIWindow {
    let window = UIWindow(frame: .zero)
    let navigation = UINavigationController()
    navigation.viewControllers = [KittensViewController(source: source, loader: pictures)]
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    window.settle()
    return window
  }

  private func all<View: UIView>(_ type: View.Type, in view: UIView?) -> [View] {
    guard let view, !view.isHidden else { return [] }
    return (view as? View).map { [$0] } ?? view.subviews.flatMap { all(type, in: $0) }
  }

  private func texts(_ window: UIWindow) -> [String] {
    all(UILabel.self, in: window).compactMap(\.text)
  }

  private func rows(_ window: UIWindow) -> [KittenRowView] {
    all(KittenRowView.self, in: window)
  }

  private func shownPictures(_ window: UIWindow) -> [String] {
    all(UIImageView.self, in: window).compactMap { $0.image?.stubText }
  }

  @Test func `pages and pictures are shown in UIKit`() async {
    source.network.value = .slow
    let window = makeWindow()
    #expect(all(UIActivityIndicatorView.self, in: window).map(\.isAnimating) == [true])
    source.network.value = .on
    await until(rows(window).count == 4)
    #expect(all(UIActivityIndicatorView.self, in: window).map(\.isAnimating) == [false])
    pictures.isOpen.value = true
    await until(shownPictures(window).count == 4)
    let first = rows(window).first
    window.tap("More")
    await until(shownPictures(window) == (1...6).map { "\($0).jpg" })
    // A row that stays keeps its picture.
    #expect(rows(window).first === first)
    #expect(window.problems == [])
  }

  @Test func `an error is shown in UIKit, and a refresh loads again`() async {
    source.network.value = .off
    let window = makeWindow()
    await until(texts(window).contains { $0.contains("the network is off") })
    source.network.value = .on
    window.tap("Refresh")
    await until(rows(window).count == 4)
    #expect(texts(window) == [])
  }

  @Test func `a row that leaves the list of UIKit cancels its picture`() async {
    let window = makeWindow()
    await until(rows(window).count == 4)
    window.tap("More")
    await until(rows(window).count == 6)
    // The refresh shows the first page only.
    window.tap("Refresh")
    await until(pictures.cancelled.value == 2)
    window.rootViewController = nil
    await until(pictures.cancelled.value == 6)
  }

  @Test(arguments: [("Yes", ["♥"]), ("No", []), ("Cancel", [])])
  func `a tap in UIKit asks whether the user likes the kitten`(
    answer: String,
    hearts: [String]
  ) async {
    let window = makeWindow()
    await until(rows(window).count == 4)
    window.tap("Like")
    await until(all(UIButton.self, in: window).count == 4 + 1 + 3)
    window.tap(answer)
    #expect(all(UIButton.self, in: window).count == 4 + 1)
    #expect(texts(window) == hearts)
    #expect(window.problems == [])
  }
}
