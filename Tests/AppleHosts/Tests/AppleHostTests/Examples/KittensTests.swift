import Foundation
import KalugaArchitecture
import KittensFeatures
import SwiftUI
import Testing
import UIKit

@testable import KittensApple

/// The list of the article about MVI in each framework, driven by its user.
@MainActor
struct KittensTests {
  let server = KittenServer(count: 12)

  /// Shows the list when its first page has been loaded.
  private func shown(by framework: KittensFramework, rows: Int = 3) async -> any KittensScene {
    let scene = framework.show(server, rows: rows)
    await until(scene.hearts.count == min(rows, 4) && !scene.isLoading)
    return scene
  }

  @Test(arguments: KittensFramework.allCases)
  func `a spinner is shown before the list, and then the pictures`(
    framework: KittensFramework
  ) async {
    server.network = .slow
    server.sendsPictures.value = false
    let scene = framework.show(server)
    await until(server.offsets == [0])
    #expect(scene.isLoading)
    #expect(scene.message == nil)
    server.network = .on
    await until(!scene.isLoading)
    #expect(scene.hearts == ["♡", "♡", "♡"])
    #expect(scene.pictures == [])
    server.sendsPictures.value = true
    await until(scene.pictures == ["0.jpg", "1.jpg", "2.jpg"])
    #expect(scene.problems == [])
  }

  @Test(arguments: KittensFramework.allCases)
  func `an error is shown, and a refresh loads the list`(framework: KittensFramework) async {
    server.network = .off
    let scene = framework.show(server)
    await until(scene.message?.hasPrefix("kittens.example cannot be reached") == true)
    #expect(!scene.isLoading)
    server.network = .on
    scene.refresh()
    await until(scene.hearts.count == 3)
    #expect(scene.message == nil)
  }

  @Test(arguments: KittensFramework.allCases)
  func `a refresh keeps the list, whether it fails or succeeds`(
    framework: KittensFramework
  ) async {
    let scene = await shown(by: framework)
    server.network = .slow
    scene.refresh()
    await until(server.offsets == [0, 0])
    #expect(scene.isLoading)
    #expect(scene.hearts.count == 3)
    server.network = .off
    await until(scene.message != nil)
    #expect(scene.hearts.count == 3)
    server.network = .on
    server.urls.insert("newest.jpg", at: 0)
    scene.refresh()
    await until(scene.pictures == ["newest.jpg", "0.jpg", "1.jpg"])
    #expect(scene.message == nil)
    #expect(scene.problems == [])
  }

  @Test(arguments: KittensFramework.allCases)
  func `the end of the list loads the next page once`(framework: KittensFramework) async {
    let scene = await shown(by: framework)
    #expect(server.offsets == [0])
    server.network = .slow
    for row in [1, 0, 1] { scene.scroll(toRow: row) }
    await until(server.offsets == [0, 4])
    #expect(scene.isLoading)
    server.network = .on
    await until(!scene.isLoading)
    scene.scroll(toRow: 4)
    await until(scene.pictures == ["4.jpg", "5.jpg", "6.jpg"])
    #expect(server.offsets == [0, 4])
  }

  /// Report 34 of InfinityScrollKit: rows that do not fill the screen never load the next page.
  @Test(arguments: KittensFramework.allCases)
  func `pages are loaded until they fill the screen, also after a refresh`(
    framework: KittensFramework
  ) async {
    let scene = framework.show(server, rows: 8)
    await until(server.offsets == [0, 4, 8] && !scene.isLoading)
    #expect(scene.hearts.count == 8)
    scene.refresh()
    await until(server.offsets == [0, 4, 8, 0, 4, 8] && !scene.isLoading)
    #expect(scene.hearts.count == 8)
  }

  @Test(arguments: KittensFramework.allCases)
  func `an error at the end of the list is not repeated without end`(
    framework: KittensFramework
  ) async {
    let scene = await shown(by: framework)
    server.network = .off
    scene.scroll(toRow: 1)
    await until(scene.message != nil)
    scene.refresh()
    await until(server.offsets.last == 0 && !scene.isLoading)
    #expect(server.offsets == [0, 4, 0])
  }

  /// Reports 337 and 1397 of SDWebImage: a picture that arrives late is shown in another row.
  @Test(arguments: KittensFramework.allCases)
  func `a picture is no longer loaded when its row leaves the screen`(
    framework: KittensFramework
  ) async {
    server.sendsPictures.value = false
    let scene = await shown(by: framework)
    await until(server.requestedPictures == ["0.jpg", "1.jpg", "2.jpg"])
    scene.scroll(toRow: 1)
    await until(server.cancelledPictures == ["0.jpg"])
    server.sendsPictures.value = true
    await until(scene.pictures == ["1.jpg", "2.jpg", "3.jpg"])
    scene.scroll(toRow: 0)
    await until(scene.pictures == ["0.jpg", "1.jpg", "2.jpg"])
  }

  @Test(arguments: KittensFramework.allCases)
  func `a picture is no longer loaded when a refresh removes its row`(
    framework: KittensFramework
  ) async {
    server.sendsPictures.value = false
    let scene = await shown(by: framework)
    await until(server.requestedPictures.count == 3)
    server.urls = ["1.jpg"]
    scene.refresh()
    await until(server.cancelledPictures.sorted() == ["0.jpg", "2.jpg"])
    #expect(scene.problems == [])
  }

  @Test(arguments: KittensFramework.allCases)
  func `a picture that cannot be loaded is reported in its row, and loaded when it comes back`(
    framework: KittensFramework
  ) async {
    server.brokenPicture = "0.jpg"
    let scene = await shown(by: framework)
    await until(scene.pictures == ["1.jpg", "2.jpg"] && scene.missingPictures == 1)
    server.brokenPicture = nil
    for row in [1, 0] { scene.scroll(toRow: row) }
    await until(scene.pictures == ["0.jpg", "1.jpg", "2.jpg"])
    #expect(scene.missingPictures == 0)
  }

  /// Pull request 40 of cineaste-ios: all pictures flicker when a few rows change.
  @Test(arguments: KittensFramework.allCases)
  func `a row that moves keeps its picture and its heart`(framework: KittensFramework) async {
    let scene = await shown(by: framework)
    await until(scene.pictures.count == 3)
    scene.tap(row: 0)
    await until(scene.isAsking)
    scene.answer("Yes")
    server.urls = ["1.jpg", "new.jpg", "0.jpg", "3.jpg"]
    scene.refresh()
    await until(scene.pictures == ["1.jpg", "new.jpg", "0.jpg"])
    #expect(scene.hearts == ["♡", "♡", "♥"])
    #expect(server.requestedPictures == ["0.jpg", "1.jpg", "2.jpg", "new.jpg"])
    #expect(scene.problems == [])
  }

  /// Report 549 of columba: a list that grows between two pages repeats rows.
  @Test(arguments: KittensFramework.allCases)
  func `an address that the server repeats is shown twice`(framework: KittensFramework) async {
    server.urls = ["a.jpg", "b.jpg", "a.jpg"]
    let scene = framework.show(server)
    await until(scene.pictures == ["a.jpg", "b.jpg", "a.jpg"])
    server.urls = ["a.jpg", "a.jpg", "b.jpg"]
    scene.refresh()
    await until(scene.pictures == ["a.jpg", "a.jpg", "b.jpg"])
    #expect(scene.problems == [])
  }

  @Test(arguments: KittensFramework.allCases, [("Yes", "♥"), ("No", "♡"), ("Cancel", "♡")])
  func `a tap asks, and the answer is shown in the row`(
    framework: KittensFramework,
    answer: (title: String, heart: String)
  ) async {
    let scene = await shown(by: framework, rows: 1)
    scene.tap(row: 0)
    await until(scene.isAsking)
    scene.answer(answer.title)
    #expect(!scene.isAsking)
    #expect(scene.hearts == [answer.heart])
    #expect(scene.problems == [])
  }

  @Test(arguments: KittensFramework.allCases)
  func `the end of the screen ends what it loads`(framework: KittensFramework) async {
    server.sendsPictures.value = false
    let scene = await shown(by: framework)
    await until(server.requestedPictures.count == 3)
    scene.close()
    await until(server.cancelledPictures.sorted() == ["0.jpg", "1.jpg", "2.jpg"])
  }

  // MARK: UIKit

  @Test func `a second controller of a component shows the list at once, and the first one again`()
    async
  {
    let component = server.makeComponent()
    let scene = KittensInWindow(server)
    scene.push(KittensController(component, pictures: server))
    await until(scene.hearts.count == 3)
    let requests = server.offsets
    scene.push(KittensController(component, pictures: server))
    #expect(scene.hearts.count == 3)
    #expect(server.offsets == requests)
    server.urls.insert("newest.jpg", at: 0)
    scene.window.swipeBack()
    scene.refresh()
    await until(scene.pictures.first == "newest.jpg")
  }

  /// Reports 1653 of WordPress-iOS, 12782 of react-navigation: a refresh control that is hidden while it
  /// spins stands still after that.
  @Test func `a refresh that is hidden continues with the spinner`() async {
    let scene = KittensInWindow(server)
    await until(scene.hearts.count == 3)
    server.network = .slow
    scene.refresh()
    #expect(scene.isRefreshing)
    scene.navigation.pushViewController(UIViewController(), animated: true)
    scene.window.settle()
    scene.window.swipeBack()
    #expect(!scene.isRefreshing)
    #expect(scene.isLoading)
    server.network = .on
    await until(!scene.isLoading)
  }

  // MARK: The app

  @Test func `the app has the list in both frameworks`() async {
    let app = Renderer(app: KittensApple())
    #expect(app.tabLabels == ["SwiftUI", "UIKit"])
    app.rowsOnScreen = 2
    await until(app.texts.count { $0.contains("PNG") } == 2)
    #expect(app.problems == [])
  }

  @Test func `the embedded kittens have a picture, unless the network is off`() async throws {
    let kittens = EmbeddedKittenDataSource()
    let image = KittenImage(url: "a.jpg")
    #expect(try await UIImage(data: kittens.load(image)) != nil)
    kittens.network.value = .off
    await #expect(throws: KittenDataError.self) { try await kittens.load(image) }
  }
}
