import KalugaArchitecture
import KalugaSystem
import MessageUI
import Testing
import UIKit

/// How an app with UIKit or SwiftUI carries out the effects of the system.
@MainActor
struct SystemEffectsTests {
  private let scene = UIKitScene()
  private let token: any Disposable

  init() { token = scene.driver.carryOutSystemEffects(over: scene.host) }

  private func launch<Effect: NavigationEffect>(
    _ effect: Effect
  ) throws -> NavigationTicket<Effect.Answer> {
    try scene.driver.perform(.launch(effect), action: "launch", for: Effect.Answer.self)
  }

  /// What is presented over the host, when it has appeared.
  private func shown<Controller: UIViewController>(
    _ type: Controller.Type
  ) async throws -> Controller {
    await until(scene.topLayer is Controller)
    scene.window.settle()
    return try #require(scene.topLayer as? Controller)
  }

  @Test(arguments: [
    (try SystemLink.browser("https://a.nl"), Bool?.some(true)),
    (try SystemLink.app("notes-app://", storeID: "1"), true),  // the page in the store
    (try SystemLink.app("notes-app://"), false),
    (try SystemLink.phone("0123"), false),
  ])
  func `a link is opened by the first app that can, or else unavailable`(
    _ link: SystemLink,
    _ isOpened: Bool?
  ) async throws {
    let ticket = try scene.driver.perform(.launch(link), action: "open")
    let refused = NavigationOutcome<Never>.refused(.unavailable(effect: link.target.rawValue))
    #expect(await ticket.outcome == (isOpened == true ? .done : refused))
  }

  @Test func `a mail without attachments is a link, which no app here opens`() async throws {
    let ticket = try scene.driver.perform(.launch(try Mail(to: ["a@b.nl"])), action: "mail")
    #expect(await ticket.outcome == .refused(.unavailable(effect: "mail")))
  }

  @Test(arguments: [MFMailComposeResult.sent, .cancelled])
  func `a mail with attachments is shown in the app, until the user has closed it`(
    _ result: MFMailComposeResult
  ) async throws {
    let file = URL(filePath: #filePath)
    let mail = try Mail(
      to: ["a@b.nl"],
      cc: ["c@d.nl"],
      subject: "S",
      body: "B",
      attachments: [file]
    )
    let ticket = try scene.driver.perform(.launch(mail), action: "mail")
    let composer = try await shown(MFMailComposeViewController.self)
    let attachment = "SystemEffectsTests.swift application/octet-stream full"
    #expect(
      composer.fields == ["to a@b.nl", "cc c@d.nl", "bcc ", "subject S", "body B", attachment]
    )
    composer.end(result)
    #expect(await ticket.outcome == .done)
    scene.window.settle()
    #expect(scene.topLayer === scene.host && scene.window.problems == [])
  }

  @Test func `an attachment that is deleted before the mail is shown is refused with its number`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pdf")
    try Data().write(to: file)
    let mail = try Mail(attachments: [URL(filePath: #filePath), file])
    try FileManager.default.removeItem(at: file)
    let ticket = try scene.driver.perform(.launch(mail), action: "mail")
    let error = NavigationError.invalidEffect(
      effect: "mail",
      field: "attachment 2",
      expected: "a file that can be read",
      found: "none"
    )
    #expect(await ticket.outcome == .refused(error))
  }

  @Test(arguments: [true, false])
  func `what is shared is shown in a popover with a source, and only the first end counts`(
    _ isShared: Bool
  ) async throws {
    let ticket = try launch(try Share(text: "a", link: "https://a.nl"))
    let sheet = try await shown(UIActivityViewController.self)
    #expect(sheet.items.map { "\($0)" } == ["a", "https://a.nl"])
    sheet.end(isShared: isShared, staysOpen: true)
    sheet.end(isShared: !isShared)
    #expect(await ticket.outcome == .finished(isShared))
    #expect(scene.window.problems == [])
  }

  @Test
  func `a sheet is shown over what the app presents, and without a window it is unavailable`()
    async throws
  {
    try scene.driver.perform(.present(.a), action: "a")
    scene.window.settle()
    let ticket = try launch(try Share(text: "a"))
    try await shown(UIActivityViewController.self).end(isShared: true)
    #expect(await ticket.outcome == .finished(true))

    token.dispose()
    let other = scene.driver.carryOutSystemEffects()
    let unseen = try launch(try Share(text: "a"))
    #expect(await unseen.outcome == .refused(.unavailable(effect: "share")))
    other.dispose()
  }

  @Test func `a second tap shows nothing again while the first is shown`() async throws {
    let share = try Share(text: "a")
    let first = try launch(share)
    let second = try launch(share)
    #expect(await second.outcome == .refused(.duplicate(screen: "share")))
    let sheet = try await shown(UIActivityViewController.self)
    let other = try launch(try Share(text: "b"))
    await until(scene.topLayer !== sheet)
    let otherSheet = try await shown(UIActivityViewController.self)
    otherSheet.end(isShared: false)
    #expect(await other.outcome == .finished(false))
    sheet.end(isShared: true)
    #expect(await first.outcome == .finished(true))
    let again = try launch(share)
    try await shown(UIActivityViewController.self).end(isShared: false)
    #expect(await again.outcome == .finished(false))
    #expect(scene.window.problems == [])
  }

  @Test func `what is shown leaves when the driver ends`() async throws {
    let ticket = try launch(try Share(text: "a"))
    _ = try await shown(UIActivityViewController.self)
    scene.driver.end()
    #expect(await ticket.outcome == .cancelled(.hostEnded))
    await until(scene.host.presentedViewController?.isBeingDismissed != false)
    scene.window.settle()
    #expect(!(scene.topLayer is UIActivityViewController) && scene.window.problems == [])
  }

  @Test func `the token removes all handlers`() throws {
    token.dispose()
    #expect(throws: NavigationError.noHandler(effect: "systemLink")) {
      try scene.driver.perform(.launch(SystemLink.settings), action: "settings")
    }
  }
}
