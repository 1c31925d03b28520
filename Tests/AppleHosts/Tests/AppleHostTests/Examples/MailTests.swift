import Foundation
import KalugaArchitecture
import MailFeatures
import MailShared
import SwiftUI
import Testing

@testable import MailApple

/// The example of a list and its detail in each framework, driven by its user.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MailTests {
  private static let folders = ["inbox", "archive"]
  private static let inbox = ["Ada: Tea at four", "Grace: A moth"]
  private static let empty = ["No letter is open."]
  private static let teaLink = "mail://app/letter?folder=inbox&number=1"

  private static func tea(_ draft: String = "", _ message: String = "") -> [String] {
    let text = "Will you come to the garden? Bring a book, and a friend."
    return ["from Ada", text, draft, "Send", "Discard", message]
  }

  private static func moth() -> [String] {
    let text = "I have found it in the relay, and kept it."
    return ["from Grace", text, "", "Send", "Discard", ""]
  }

  private let mailbox = EmbeddedMailbox()
  private let window: MailWindowViewModel

  init() {
    window = MailWindowViewModel(mailbox)
  }

  /// Shows the window, whose user has opened the first letter.
  private func tea(_ framework: MailFramework, isWide: Bool) async -> any MailScene {
    let scene = framework.show(window.driver, isWide: isWide)
    scene.tap("inbox")
    scene.tap("Ada: Tea at four")
    await expect(scene, isWide ? [Self.inbox, Self.tea()] : [Self.tea()])
    return scene
  }

  /// Checks what the user sees, in any order of the columns.
  private func expect(
    _ scene: any MailScene,
    _ columns: [[String]],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    // After a change of the user, a host follows the driver in the next job of the main actor.
    await Task {}.value
    scene.settle()
    let texts = columns.flatMap(\.self).sorted()
    #expect(scene.texts.sorted() == texts, sourceLocation: sourceLocation)
    #expect(scene.problems == [], sourceLocation: sourceLocation)
  }

  @Test(arguments: MailFramework.allCases)
  func `a wide window shows the list and the letter, and a narrow one the letter`(
    framework: MailFramework
  ) async {
    let scene = await tea(framework, isWide: true)
    scene.isWide = false
    await expect(scene, [Self.tea()])
    scene.isWide = true
    await expect(scene, [Self.inbox, Self.tea()])
  }

  @Test(arguments: MailFramework.allCases)
  func `each list has the empty detail beside it until a letter is opened`(
    framework: MailFramework
  ) async {
    let scene = framework.show(window.driver, isWide: true)
    await expect(scene, [Self.folders, Self.empty])
    scene.tap("inbox")
    await expect(scene, [Self.inbox, Self.empty])
    scene.tap("Ada: Tea at four")
    await expect(scene, [Self.inbox, Self.tea()])
  }

  @Test(arguments: MailFramework.allCases)
  func `a draft survives a window that gets narrow and wide, and is sent`(
    framework: MailFramework
  ) async {
    let scene = await tea(framework, isWide: true)
    scene.type("I will come", into: "Reply")
    scene.isWide = false
    await expect(scene, [Self.tea("I will come")])
    scene.isWide = true
    await expect(scene, [Self.inbox, Self.tea("I will come")])
    scene.tap("Send")
    await expect(scene, [Self.inbox, Self.tea("", "sent")])
    #expect(mailbox.sent.map(\.reply) == ["I will come"])
  }

  @Test(arguments: MailFramework.allCases)
  func `back in a narrow window goes to the list, and keeps a letter with a draft`(
    framework: MailFramework
  ) async {
    let scene = await tea(framework, isWide: true)
    scene.isWide = false
    scene.type("I will come", into: "Reply")
    scene.swipeBack(inColumn: 0)
    let reason = "the reply is neither sent nor discarded"
    await expect(scene, [Self.tea("I will come", reason)])
    scene.tap("Discard")
    scene.swipeBack(inColumn: 0)
    await expect(scene, [Self.inbox])
    scene.swipeBack(inColumn: 0)
    await expect(scene, [Self.folders])
  }

  @Test(arguments: MailFramework.allCases)
  func `back in a wide window leaves the list, and the letter stays`(
    framework: MailFramework
  ) async {
    let scene = await tea(framework, isWide: true)
    scene.swipeBack(inColumn: 0)
    await expect(scene, [Self.folders, Self.tea()])
    scene.isWide = false
    await expect(scene, [Self.tea()])
  }

  @Test(arguments: MailFramework.allCases)
  func `the list replaces the letter beside it, but not one with a draft`(
    framework: MailFramework
  ) async {
    let scene = await tea(framework, isWide: true)
    scene.type("I will come", into: "Reply")
    scene.tap("Grace: A moth")
    let reason = "the reply is neither sent nor discarded"
    await expect(scene, [Self.inbox, Self.tea("I will come", reason)])
    scene.tap("Discard")
    scene.tap("Grace: A moth")
    await expect(scene, [Self.inbox, Self.moth()])
    #expect("\(window.driver.stack.current)" == "[folders, folder ‖ letter]")
  }

  @Test(arguments: MailFramework.allCases, [false, true])
  func `a link names a letter, and is the link to it`(
    framework: MailFramework,
    isWide: Bool
  ) async throws {
    let scene = framework.show(window.driver, isWide: isWide)
    window.open(Self.teaLink)
    await expect(scene, isWide ? [Self.inbox, Self.tea()] : [Self.tea()])
    #expect(try MailFeatures.MailScreen.links.link(to: window.driver.stack.current) == Self.teaLink)
    window.open("mail://app/letter?folder=inbox&number=7")
    let gone = ["This letter is gone.", "", "", "Send", "Discard", ""]
    await expect(scene, isWide ? [Self.inbox, gone] : [gone])
    window.open("mail://app/drafts")
    await expect(scene, isWide ? [Self.inbox, gone] : [gone])
  }

  @Test(arguments: MailFramework.allCases)
  func `the link that starts the app waits for the first host`(framework: MailFramework) async {
    window.open(Self.teaLink)
    let scene = framework.show(window.driver, isWide: true)
    await expect(scene, [Self.inbox, Self.tea()])
  }

  @Test(arguments: MailFramework.allCases, [false, true])
  func `a letter that was saved in one width is restored in the other, with its draft`(
    framework: MailFramework,
    isWide: Bool
  ) async {
    let first = await tea(framework, isWide: isWide)
    first.type("I will come", into: "Reply")
    let driver = NavigationDriver(
      root: .folders,
      restoring: window.driver.snapshot()
    ) { [mailbox] screen, driver in screen.makeViewModel(driver, mailbox) }
    let scene = framework.show(driver, isWide: !isWide)
    let letter = Self.tea("I will come")
    await expect(scene, isWide ? [letter] : [Self.inbox, letter])
    scene.isWide = isWide
    await expect(scene, isWide ? [Self.inbox, letter] : [letter])
  }

  @Test(arguments: MailFramework.allCases)
  func `the other framework draws the same letter and its draft`(
    framework: MailFramework
  ) async {
    let first = await tea(framework, isWide: true)
    first.type("I will come", into: "Reply")
    first.close()
    let other: MailFramework = framework == .swiftUI ? .uiKit : .swiftUI
    let scene = other.show(window.driver, isWide: true)
    await expect(scene, [Self.inbox, Self.tea("I will come")])
    scene.isWide = false
    await expect(scene, [Self.tea("I will come")])
  }

  @Test func `the app opens links, and keeps a draft while the other framework draws`() async throws
  {
    let app = Renderer(app: MailApple())
    app.isWide = true
    app.open(link: try #require(URL(string: Self.teaLink)))
    app.type("I will come", into: "Reply")
    let shown = Self.inbox + Self.tea("I will come")
    #expect(app.texts == shown + ["Draw in UIKit"])
    app.tap("Draw in UIKit")
    #expect(app.texts == ["Draw in SwiftUI"])
    app.tap("Draw in SwiftUI")
    #expect(app.texts == shown + ["Draw in UIKit"])
    #expect(app.problems == [])
  }
}
