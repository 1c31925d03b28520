import KalugaArchitecture
import KalugaTerminal
import Testing

@MainActor
struct TransitionPrinterTests {
  private let output: StringSink
  private let printer: TransitionPrinter
  private let driver = makeDriver()
  private let navigator: TerminalNavigator<PlaceNavigation, Place>
  private let account = Account(user: "ada", token: "sesame")

  init() {
    output = StringSink()
    printer = TransitionPrinter(output: output)
    navigator = makeNavigator(driver, printer: printer)
  }

  // MARK: Lines

  @Test func `each transition prints one line`() throws {
    driver.start()
    try navigator.navigate(.login(account))
    try navigator.navigate(.sheet)
    try navigator.navigate(.close)
    try navigator.navigate(.finish(42))
    try driver.perform(.push(.sheet), action: "test")
    try navigator.navigate(.back)
    try navigator.navigate(.sheet)
    try driver.perform(.replacePresented(.home), action: "test")
    try driver.perform(.tabs([.home, .sheet]), action: "test")
    try driver.perform(.present(.sheet, style: .popover), action: "test")
    #expect(
      output.text == """
        start    home   [home]
        push     home → login {user: "ada", token: <private>}   [home, login]
        present  login → sheet   [home, login] ▸ [sheet]
        dismiss  sheet → login   [home, login]
        pop      login → home {number: 42}   [home]
        push     home → sheet   [home, sheet]
        pop      sheet → home   [home]
        present  home → sheet   [home] ▸ [sheet]
        replacePresented sheet → home   [home] ▸ [home]
        tabs     home → home   [home] ▸ {*[home] | [sheet]}
        present  home → sheet   [home] ▸ {*[home] | [sheet]} ▸ popover [sheet]   visible: home

        """
    )
  }

  @Test func `a line says what differs from the usual animation of its operation`() throws {
    driver.start()
    try driver.perform(.push(.sheet).animated(false))
    try driver.perform(.pop().animated(true))
    try driver.open([.home, .sheet])
    try driver.open([.home], animated: true)
    try driver.perform(.setRoot(.sheet).animated(false))
    #expect(
      output.text == """
        start    home   [home]
        push     home → sheet   [home, sheet]   not animated
        pop      sheet → home   [home]
        open     home → sheet   [home, sheet]
        open     sheet → home   [home]   animated
        setRoot  home → sheet   [sheet]

        """
    )
  }

  @Test func `colours surround the parts and change no character of the line`() throws {
    let colored = StringSink()
    TransitionPrinter(output: colored, style: .colored).follow(driver)
    driver.start()
    try driver.perform(.push(.login(account)), action: "test", rows: account.rows)
    #expect(colored.text.contains("\u{1B}[") && !colored.text.contains("sesame"))
    #expect(colored.text.replacing(#/\x1B\[[0-9;]*m/#, with: "") == output.text)
    #expect(colored.lines.allSatisfy { $0.hasSuffix("\u{1B}[0m") })
  }

  // MARK: Following

  @Test func `several navigators that share a printer print each transition once`() throws {
    let others = (0..<2).map { _ in makeNavigator(driver, printer: printer) }
    printer.follow(driver)
    driver.start()
    try others[1].navigate(.sheet)
    try driver.perform(.dismiss(), action: "close")
    #expect(output.lines.count == 3)
    let another = makeDriver()
    printer.follow(another)
    another.start()
    #expect(output.lines.count == 4)
    printer.follow(driver)
    try driver.perform(.push(.sheet), action: "again")
    #expect(output.lines.count == 5)
  }

  @Test func `neither a printer nor a terminal navigator retains a driver`() throws {
    weak let weakDriver: NavigationDriver<Place>?
    let navigator: TerminalNavigator<PlaceNavigation, Place>
    do {
      let driver = makeDriver()
      weakDriver = driver
      navigator = makeNavigator(driver, printer: printer)
      driver.start()
    }
    #expect(weakDriver == nil)
    #expect(throws: NavigationError.noHost(action: "sheet")) { try navigator.navigate(.sheet) }
  }
}
