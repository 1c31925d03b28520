import KalugaArchitecture
import KalugaArchitectureTestUtils
import MailFeatures
import MailShared
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MailTests {
  private let mailbox = EmbeddedMailbox()
  private let process: SimulatedProcess<MailScreen>
  private static let tea = LetterID(folder: .inbox, number: 1)
  private static let path: [MailScreen] = [.folders, .folder(.inbox), .letter(tea)]

  init() throws {
    process = SimulatedProcess { [mailbox] snapshot in
      NavigationDriver(root: MailScreen.folders, restoring: snapshot) { screen, driver in
        screen.makeViewModel(driver, mailbox)
      }
    }
    try process.driver.open(Self.path)
  }

  private var driver: NavigationDriver<MailScreen> { process.driver }
  private var stack: String { "\(driver.stack.current)" }

  private func screen<Screen>(_ type: Screen.Type) throws -> Screen {
    let screens = driver.stack.current.entries.compactMap { driver.viewModel(of: $0.id) }
    return try #require(screens.compactMap { $0 as? Screen }.last)
  }

  @Test func `a window that gets narrow and wide again loses no draft`() throws {
    driver.isWide = true
    let letter = try screen(LetterViewModel.self)
    letter.draft = "I will come"
    driver.isWide = false
    #expect(stack == "[folders, folder, letter]")
    #expect(try screen(LetterViewModel.self) === letter)
    driver.isWide = true
    #expect(stack == "[folders, folder ‖ letter]")
    #expect(try screen(LetterViewModel.self).draft == "I will come")
  }

  @Test(arguments: [false, true])
  func `a draft is saved in one width and restored in the other`(isWide: Bool) async throws {
    driver.isWide = isWide
    try screen(LetterViewModel.self).draft = "I will come"
    try await process.dieAndRestore()
    driver.isWide = !isWide
    #expect(try screen(LetterViewModel.self).draft == "I will come")
    #expect(driver.stack.current.entries.map(\.destination) == Self.path)
  }

  @Test func `the list beside a letter opens another one, but not over a draft`() async throws {
    driver.isWide = true
    let list = try screen(FolderViewModel.self)
    let letter = try screen(LetterViewModel.self)
    letter.draft = "I will come"
    let reason = "the reply is neither sent nor discarded"
    #expect(throws: NavigationError.refused(action: "read", reason: reason)) {
      try list.letterTapped(2)
    }
    #expect(letter.message == reason)
    try list.letterTapped(1)
    #expect(try screen(LetterViewModel.self) === letter)
    letter.sendTapped()
    try list.letterTapped(2)
    #expect(try screen(LetterViewModel.self).letter?.subject == "A moth")
    #expect(mailbox.sent.map(\.reply) == ["I will come"])
  }

  @Test
  func `back keeps a letter with a draft in a narrow window, and leaves the list in a wide one`()
    throws
  {
    let letter = try screen(LetterViewModel.self)
    letter.draft = "I will come"
    try driver.back()
    #expect(stack == "[folders, folder, letter]")
    driver.isWide = true
    try driver.back()
    #expect(stack == "[folders ‖ letter]")
    #expect(letter.draft == "I will come")
    #expect(!driver.canGoBack.current)
    driver.isWide = false
    letter.discardTapped()
    try driver.back()
    #expect(stack == "[folders]")
  }

  @Test func `links name the lists and the letter`() throws {
    let links = MailScreen.links
    let stacks: [String: [MailScreen]] = [
      "folders": [.folders], "archive": [.folders, .folder(.archive)],
      "letter?folder=inbox&number=1": Self.path,
    ]
    for (path, screens) in stacks {
      #expect(try links.screens(for: "mail://app/\(path)") == screens)
      #expect(try links.link(to: screens) == "mail://app/\(path)")
    }
  }

  @Test func `a link to a letter that is gone says so`() throws {
    try driver.open([.folders, .folder(.inbox), .letter(LetterID(folder: .inbox, number: -7))])
    #expect(try screen(LetterViewModel.self).letter == nil)
  }
}
