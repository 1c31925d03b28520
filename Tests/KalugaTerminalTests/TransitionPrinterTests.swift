import KalugaArchitecture
import KalugaTerminal
import Testing

@MainActor
struct TransitionPrinterTests {
  private let output = StringSink()
  private let driver = makeDriver()

  private func started(_ printer: TransitionPrinter) -> TerminalNavigator<PlaceNavigation, Place> {
    let navigator = makeNavigator(driver, printer: printer)
    driver.start()
    return navigator
  }

  @Test func `each transition prints one line`() throws {
    let printer = TransitionPrinter(output: output)
    let navigator = started(printer)
    try navigator.navigate(.login(Account(user: "ada", token: "sesame")))
    try navigator.navigate(.sheet)
    try navigator.navigate(.close)
    try navigator.navigate(.finish(42))
    #expect(
      output.lines == [
        "start    home   [home]",
        #"push     home → login {user: "ada", token: <private>}   [home, login]"#,
        "present  login → sheet   [home, login] ▸ [sheet]",
        "dismiss  sheet → login   [home, login]",
        "pop      login → home {number: 42}   [home]",
      ]
    )
  }

  @Test func `going back without a result prints no rows`() throws {
    let printer = TransitionPrinter(output: output)
    let navigator = started(printer)
    try navigator.navigate(.login(Account(user: "ada", token: "sesame")))
    try navigator.navigate(.back)
    #expect(output.lines.last == "pop      login → home   [home]")
  }

  @Test func `what is private is nowhere in the output`() throws {
    let printer = TransitionPrinter(output: output, style: .coloured)
    let navigator = started(printer)
    try navigator.navigate(.login(Account(user: "ada", token: "sesame")))
    try driver.open([.home, .login(Account(user: "bob", token: "sesame"))])
    try navigator.navigate(.back)
    #expect(!output.text.contains("sesame"))
  }

  @Test func `a link prints the rows of its last screen`() throws {
    let printer = TransitionPrinter(output: output)
    withExtendedLifetime(started(printer)) {}
    try driver.open([.home, .sheet, .login(Account(user: "bob", token: "sesame"))])
    #expect(
      output.lines.last
        == #"open     home → login {user: "bob", token: <private>}   [home, sheet, login]"#
    )
  }

  @Test func `what is refused prints nothing`() throws {
    let printer = TransitionPrinter(output: output)
    let navigator = started(printer)
    let before = output.text
    #expect(throws: NavigationError.refused(action: "forbidden", reason: "never")) {
      try navigator.navigate(.forbidden)
    }
    #expect(!navigator.navigateWithSuccess(.close))
    #expect(!navigator.navigateWithSuccess(.back))
    #expect(output.text == before)
  }

  @Test(arguments: ["a\nb", "a\rb", "\u{1B}[2J", "\u{9B}2J", "\u{7}", "\u{2028}", "\u{202E}"])
  func `a value never breaks its line and never reaches the terminal raw`(_ text: String) throws {
    let printer = TransitionPrinter(output: output)
    let navigator = started(printer)
    try navigator.navigate(.login(Account(user: text, token: text)))
    #expect(output.lines.count == 2)
    let odd = output.text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(odd.isEmpty)
  }

  @Test func `colours surround the parts and change no character of the line`() throws {
    let plain = StringSink()
    let coloured = StringSink()
    let printers = [
      TransitionPrinter(output: plain),
      TransitionPrinter(output: coloured, style: .coloured),
    ]
    for printer in printers { printer.follow(driver) }
    driver.start()
    try driver.perform(
      .push(.sheet),
      action: "sheet",
      rows: [NavigationBundleRow(key: "id", value: .integer(1))]
    )
    #expect(coloured.text.contains("\u{1B}["))
    #expect(coloured.text.replacing(#/\x1B\[[0-9;]*m/#, with: "") == plain.text)
    #expect(coloured.lines.allSatisfy { $0.hasSuffix("\u{1B}[0m") })
  }

  // MARK: Following

  @Test func `several navigators that share a printer print each transition once`() throws {
    let printer = TransitionPrinter(output: output)
    let navigators = (0..<3).map { _ in makeNavigator(driver, printer: printer) }
    printer.follow(driver)
    driver.start()
    #expect(output.lines.count == 1)
    try navigators[2].navigate(.sheet)
    try driver.perform(.dismiss(), action: "close")
    #expect(output.lines.count == 3)
  }

  @Test func `one printer prints several drivers`() throws {
    let printer = TransitionPrinter(output: output)
    let other = makeDriver()
    printer.follow(driver)
    printer.follow(other)
    driver.start()
    other.start()
    try other.perform(.push(.sheet), action: "sheet")
    #expect(output.lines.count == 3)
  }

  @Test func `a printer prints every driver, however many came and went before`() {
    let printer = TransitionPrinter(output: output)
    for _ in 0..<50 {
      let driver = makeDriver()
      printer.follow(driver)
      driver.start()
    }
    #expect(output.lines.count == 50)
  }

  @Test func `a navigator's transitions print although only the navigator knows the printer`()
    throws
  {
    let navigator = makeNavigator(driver, printer: TransitionPrinter(output: output))
    driver.start()
    try navigator.navigate(.sheet)
    #expect(output.lines.count == 2)
  }

  @Test func `a printer does not keep a driver`() {
    let printer = TransitionPrinter(output: output)
    weak let weakDriver: NavigationDriver<Place>?
    do {
      let driver = makeDriver()
      weakDriver = driver
      printer.follow(driver)
      driver.start()
    }
    #expect(weakDriver == nil)
  }

  @Test func `a terminal navigator does not keep its driver`() throws {
    weak let weakDriver: NavigationDriver<Place>?
    let navigator: TerminalNavigator<PlaceNavigation, Place>
    do {
      let driver = makeDriver()
      weakDriver = driver
      navigator = makeNavigator(driver, printer: TransitionPrinter(output: output))
      driver.start()
    }
    #expect(weakDriver == nil)
    #expect(throws: NavigationError.noHost(action: "sheet")) { try navigator.navigate(.sheet) }
  }

  @Test func `a result comes through the terminal navigator`() async throws {
    let printer = TransitionPrinter(output: output)
    let navigator = started(printer)
    let account = Account(user: "ada", token: "sesame")
    let ticket = try navigator.navigate(NavigationRequest<PlaceNavigation, Int>(.login(account)))
    try navigator.navigate(.finish(42))
    #expect(try await ticket.result == 42)
  }

  @Test func `requests from inside a transition print after it`() throws {
    let printer = TransitionPrinter(output: output)
    let token = driver.onTransition { [driver] transition in
      if transition.kind == "start" { _ = try? driver.perform(.push(.sheet), action: "sheet") }
    }
    printer.follow(driver)
    driver.start()
    #expect(output.lines.map { $0.prefix(5) } == ["start", "push "])
    token.dispose()
  }
}
