import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSystem
import Testing

@MainActor
struct SystemEffectsTests {
  private enum Place: NavigationDestination { case home }

  private let driver = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
  private let effects: ManualEffects

  init() {
    effects = ManualEffects(driver, SystemEffects.all)
    driver.start()
  }

  private func outcome<Effect: NavigationEffect>(
    of effect: Effect,
    _ answer: String
  ) async throws -> NavigationOutcome<Effect.Answer> {
    let ticket = try driver.perform(.launch(effect), for: Effect.Answer.self)
    try await effects.answerNext(answer)
    return await ticket.outcome
  }

  @Test func `each effect is answered by the names of its answers`() async throws {
    let camera = PermissionRequest.camera
    #expect(try await outcome(of: camera, "granted") == .finished(.granted))
    #expect(try await outcome(of: camera, "limited") == .finished(.limited))
    #expect(try await outcome(of: camera, "denied") == .finished(.denied))

    let share = try Share(text: "Emma")
    #expect(try await outcome(of: share, "shared") == .finished(true))
    #expect(try await outcome(of: share, "cancelled") == .finished(false))

    let picker = FilePicker(.documents, types: ["com.adobe.pdf"])
    let here = URL(filePath: #filePath)
    #expect(try await outcome(of: picker, #filePath) == .finished(.picked([here])))
    #expect(try await outcome(of: picker, "cancelled") == .finished(.cancelled))
    guard case .finished(.picked(let contact)) = try await outcome(of: ContactPicker(), "picked")
    else {
      Issue.record("no contact")
      return
    }
    #expect(contact.name == "Ada Lovelace")

    let ticket = try driver.perform(.launch(SystemLink.settings))
    try await effects.answerNext("opened")
    #expect(await ticket.outcome == .done)
    let mail = try driver.perform(.launch(try Mail()))
    try await effects.answerNext("unavailable")
    #expect(await mail.outcome == .refused(.unavailable(effect: "mail")))
    driver.end()
  }

  /// The empty path is that of the current folder, and a path ends for the system at a null.
  @Test(arguments: ["", "\(#filePath)\u{0}", "/nowhere"])
  func `a text that is not the path of a file picks nothing`(_ path: String) {
    #expect(FilePicker(.documents).answer(from: path) == nil)
  }

  @Test func `bad input is refused with its field`() {
    func error(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return "nothing"
    }
    for text in [nil, ""] {
      #expect(
        error { _ = try Share(text: text) }
          == "'share' was not launched: text: expected a text, a link or files, found nothing"
      )
    }
    for link in ["example.org", ":", ""] {
      #expect(
        error { _ = try Share(link: link) }
          == "'share' was not launched: link: expected a link with a scheme such as https, found no scheme"
      )
    }
    #expect(
      error { _ = try Share(files: [URL(filePath: "/nowhere")]) }
        == "'share' was not launched: file 1: expected a file that exists, found none"
    )
  }

  // dpa99c/cordova-diagnostic-plugin#99: a second request, made while the first is open, is granted at
  // once.
  @Test func `two requests that are open together have an answer each`() async throws {
    let camera = try driver.perform(
      .launch(PermissionRequest.camera),
      for: PermissionRequest.Answer.self
    )
    let contacts = try driver.perform(.launch(ContactPicker()), for: ContactPicker.Answer.self)
    try await effects.answerNext("cancelled")
    #expect(await contacts.outcome == .finished(.cancelled))
    try await effects.answerNext("denied")
    #expect(await camera.outcome == .finished(.denied))
    driver.end()
  }
}
