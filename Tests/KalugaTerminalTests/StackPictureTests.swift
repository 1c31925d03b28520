import KalugaArchitecture
import KalugaTerminal
import Testing

struct StackPictureTests {
  private static let login = Place.login(Account(user: "ada", token: "sesame"))

  private enum Reply: String, QuestionAnswer { case yes, no }

  private static let question = Question(
    "A secret?",
    choices: [Question.Choice(Reply.yes, "Yes"), Question.Choice(Reply.no, "No")]
  )

  private static let pictures: [([NavigationSpec<Place>], String)] = [
    ([], "╶ home   ← shown"),
    (
      [.push(login), .push(.home), .present(.sheet), .push(.home), .present(.home)],
      """
      ┌ home
      ├ login
      └ home
        ▸ ┌ sheet
          └ home
          ▸ ╶ home   ← shown
      """
    ),
    (
      [
        .present(.sheet, style: .sheet(detents: [.medium])), .push(.home),
        .present(.home, style: .overlay()),
      ],
      """
      ╶ home   ← visible
        ▸ ┌ sheet (sheet(medium))
          └ home   ← visible
          ▸ ╶ home (overlay(0.4))   ← shown
      """
    ),
    (
      [.present(.sheet, covering: .partly), .present(.home)],
      """
      ╶ home
        ▸ ╶ sheet
          ▸ ╶ home   ← shown
      """
    ),
    (
      [.present(.sheet), .ask(question)],
      """
      ╶ home
        ▸ ╶ sheet   ← shown ? (yes | no)
      """
    ),
    (
      [.tabs([.home, .sheet]), .push(login), .present(.sheet), .push(.home)],
      """
      ● ┌ home
        └ login
      ○ ╶ sheet
        ▸ ┌ sheet
          └ home   ← shown
      """
    ),
  ]

  private enum Post: String, NavigationDestination {
    case folders, inbox, mail, attachment, sheet

    var isDetail: Bool { self == .mail }
  }

  @MainActor
  @Test func `a wide picture shows the detail below its list, and which of both is visible`() throws
  {
    let driver = NavigationDriver(root: Post.folders) { _, _ in BaseLifecycleViewModel() }
    driver.isWide = true
    driver.start()
    try driver.open([.folders, .inbox, .mail, .attachment])
    let wide = [
      "┌ folders", "└ inbox   ← visible", "‖ ┌ mail", "  └ attachment   ← shown",
    ]
    #expect(StackPicture(driver.stack.current).lines == wide)
    driver.isWide = false
    let narrow = ["┌ folders", "├ inbox", "├ mail", "└ attachment   ← shown"]
    #expect(StackPicture(driver.stack.current).lines == narrow)
    driver.isWide = true
    try driver.perform(.tabs([.folders, .sheet]))
    try driver.perform(.push(.mail))
    try driver.perform(.present(.sheet, covering: .partly))
    let tabs = [
      "● ┌ folders", "  └ inbox   ← visible", "  ‖ ┌ mail", "    ├ attachment",
      "    └ mail   ← visible", "○ ╶ sheet", "  ▸ ╶ sheet   ← shown",
    ]
    #expect(StackPicture(driver.stack.current).lines == tabs)
  }

  @Test(arguments: pictures)
  func `a picture shows the names of screens, from the root on, with presented stacks and tabs`(
    specs: [NavigationSpec<Place>],
    picture: String
  ) throws {
    let stack = try specs.reduce(BackStack(root: .home)) { try $0.applying($1) }
    #expect("\(StackPicture(stack))" == picture)
  }
}
