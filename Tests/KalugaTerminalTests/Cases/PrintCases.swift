import KalugaArchitecture
import KalugaTerminal
import Testing

/// Reports about what other programs print to a terminal.
@MainActor
struct PrintCases {
  private struct Secret: Codable, Hashable, NavigationBundleContent {
    var user: String
    var pin: String
    static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.pin)
  }

  private enum SecretScreen: NavigationDestination {
    case home, account(Secret)
  }

  /// A screen whose name comes from data.
  private struct Tag: NavigationDestination, CustomStringConvertible {
    var name: String
    var description: String { name }
  }

  // tcell#1061, mdk#993: control characters of data must not reach the terminal.
  private nonisolated static let evil = [
    "\u{1B}[2J", "\u{9B}2J", "\u{1B}]0;title\u{7}", "a\rb", "a\nb", "\u{202E}gpj.exe",
    "\u{2066}x\u{2069}", "\u{85}", "\u{2028}", "\u{0}", "\u{7F}", "\u{8}\u{8}\u{8}",
    "\u{1B}]52;c;AAAA\u{7}", "\u{90}x\u{9C}", "\u{E0041}\u{E0042}", "\u{FEFF}", "\u{200B}",
    "\u{AD}", "\u{61C}", "\u{180E}", "\u{FFF9}",
  ]

  private func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      if scalar == "\n" { return true }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return false
      default: return true
      }
    }
  }

  /// Starts a driver whose transitions are printed.
  private func start<Destination>(
    _ root: Destination,
    printing sink: StringSink
  ) -> NavigationDriver<Destination> {
    let driver = NavigationDriver(root: root) { _, _ in BaseLifecycleViewModel() }
    TransitionPrinter(output: sink).follow(driver)
    driver.start()
    return driver
  }

  @Test(arguments: evil)
  func `no control character of a row reaches the output`(text: String) throws {
    let sink = StringSink()
    let driver = start(SecretScreen.home, printing: sink)
    try driver.open([.home, .account(Secret(user: text, pin: text))])
    #expect(isSafe(sink.text), "\(Array(sink.text.unicodeScalars))")
    #expect(sink.text.split(separator: "\n").count == 2)
  }

  @Test(arguments: evil)
  func `no control character of a screen's name reaches the output`(text: String) throws {
    let sink = StringSink()
    let driver = start(Tag(name: "home"), printing: sink)
    try driver.perform(.push(Tag(name: text)))
    #expect(isSafe(sink.text), "\(Array(sink.text.unicodeScalars))")
    #expect(isSafe(StackPicture(driver.stack.current).description))
    #expect(isSafe("\(driver.stack.current)"))
    let missing = try #require(throws: NavigationError.self) {
      try driver.perform(.popTo(Tag(name: "x\(text)")))
    }
    #expect(isSafe("\(missing)"), "\(missing)")
    let refused = try #require(throws: NavigationError.self) {
      try driver.perform(.push(Tag(name: "x")), action: text)
      try driver.perform(.dismiss(), action: text)
    }
    #expect(isSafe("\(refused)"), "\(refused)")
  }

  @Test func `secrets are not in any print`() throws {
    let secret = Secret(user: "ada", pin: "hunter2")
    let sink = StringSink()
    let driver = start(SecretScreen.home, printing: sink)
    try driver.open([.home, .account(secret)])
    let spec = NavigationSpec.push(SecretScreen.account(secret))
    func dumped(_ value: Any) -> String {
      var text = ""
      dump(value, to: &text)
      return text
    }
    let texts = [
      "dump of the stack": dumped(driver.stack.current),
      "dump of a spec": dumped(spec),
      "dump of a result": dumped(NavigationResult(secret)),
      "output": sink.text,
      "description of the entry": "\(driver.stack.current.top)",
      "description of a spec": "\(spec)",
      "description of a result": "\(NavigationResult(secret))",
      "description of the stack": "\(driver.stack.current)",
      "description of the bundle": "\(secret.bundle)",
      "reflection of the stack": String(reflecting: driver.stack.current),
      "reflection of a spec": String(reflecting: spec),
    ]
    for (name, text) in texts { #expect(!text.contains("hunter2"), "\(name)") }
  }
}
