/// A model of the example that uses arrays and calls none of the code under test.
struct ExampleModel {
  struct Level {
    var tabs: [[ModelScreen]]
    var selected = 0

    var path: [ModelScreen] {
      get { tabs[selected] }
      set { tabs[selected] = newValue }
    }

    /// The screens of the other tabs first.
    var screens: [ModelScreen] {
      tabs.indices.filter { $0 != selected }.flatMap { tabs[$0] } + path
    }
  }

  /// The contents of the only file that is saved and restored.
  let file: String

  private(set) var levels = [Level(tabs: [[ModelScreen(.home)]])]
  /// The screens in the order in which they were made.
  private var made: [ModelScreen] = []
  private var saved: [Level]?
  private var drawn: [String] = []
  private var printed = ""

  init(file: String) {
    self.file = file
    made = screens
  }

  var screens: [ModelScreen] { levels.flatMap(\.screens) }

  var shown: ModelScreen {
    let path = levels[levels.count - 1].path
    return path[path.count - 1]
  }

  /// The number of screens that wait for a result.
  var waiting: Int {
    screens.filter { $0.kind == .discardQuestion || $0.opener != nil }.count
  }

  /// Returns the text printed before the first command.
  mutating func start() -> String {
    transition("start", from: nil)
    draw()
    return take()
  }

  /// Returns the text printed from a command up to the next one.
  mutating func respond(to line: String) -> String {
    write("> \(line)")
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let name = words[0]
    let argument = words.count > 1 ? words[1] : ""
    // The app offers `tab` only while there are several tabs.
    let isMissing = name == "tab" && levels[levels.count - 1].tabs.count == 1
    switch isMissing ? nil : shown.commands[name] {
    case false? where !argument.isEmpty:
      write("error    \(name): takes no argument, found \"\(argument)\"")
    case .some: run(name, argument)
    // The hint that follows is not compared.
    case nil: write("error    unknown command \"\(name)\"")
    }
    if name == "quit", argument.isEmpty {
      clearAll()
      write("bye")
    } else {
      if printed == "> \(line)\n", shown.lines == drawn {
        write("same     the screen has not changed")
      }
      draw()
    }
    return take()
  }

  // MARK: Printing

  private mutating func write(_ line: String) {
    printed += line + "\n"
  }

  private mutating func take() -> String {
    defer { printed = "" }
    return printed
  }

  private mutating func draw() {
    guard shown.lines != drawn else { return }
    drawn = shown.lines
    for line in drawn { write("  \(line)") }
  }

  private mutating func transition(_ kind: String, from old: ModelScreen?, _ rows: String = "") {
    // About counts how often it is shown.
    if shown.kind == .about, shown !== old { shown.visits += 1 }
    let padded = kind + String(repeating: " ", count: max(0, 8 - kind.count))
    let origin = old.map { "\($0.kind.rawValue) → " } ?? ""
    let stack = levels.map(Self.text).joined(separator: " ▸ ")
    write("\(padded) \(origin)\(shown.kind.rawValue)\(rows)   \(stack)")
  }

  private static func text(_ level: Level) -> String {
    let paths = level.tabs.map { "[\($0.map(\.kind.rawValue).joined(separator: ", "))]" }
    if paths.count == 1 { return paths[0] }
    let marked = paths.indices.map { ($0 == level.selected ? "*" : "") + paths[$0] }
    return "{\(marked.joined(separator: " | "))}"
  }

  private static func rows(_ name: String, _ number: Int) -> String {
    " {name: \"\(name)\", number: \(number)}"
  }

  private mutating func drawStack() {
    for (depth, level) in levels.enumerated() {
      var isFirst = true
      for (tab, path) in level.tabs.enumerated() {
        for (index, screen) in path.enumerated() {
          var line = String(repeating: "  ", count: depth)
          if depth > 0 { line += isFirst ? "▸ " : "  " }
          isFirst = false
          if level.tabs.count > 1 {
            line += index > 0 ? "  " : tab == level.selected ? "● " : "○ "
          }
          let isLast = index == path.count - 1
          line += path.count == 1 ? "╶" : index == 0 ? "┌" : isLast ? "└" : "├"
          line += " " + screen.kind.rawValue
          if screen === shown { line += "   ← shown" }
          write(line)
        }
      }
    }
  }

  // MARK: Commands

  private mutating func run(_ name: String, _ argument: String) {
    let screen = shown
    switch name {
    case "name": type(argument, into: \.name)
    case "number": type(argument, into: \.number)
    case "details": openDetails()
    case "sheet":
      screen.message = ""
      levels.append(Level(tabs: [[ModelScreen(.sheet)]]))
      changed("present", from: screen)
    case "inverse":
      screen.message = ""
      screen.name = String(screen.name.reversed())
      let digits = screen.number.drop { $0 == "-" }
      screen.number = (screen.number.hasPrefix("-") ? "-" : "") + String(digits.reversed())
    case "finish": finish()
    case "yes", "no": answer(name == "yes")
    case "sub":
      levels[levels.count - 1].path.append(ModelScreen(.subPage))
      changed("push", from: screen)
    case "close":
      levels.removeLast()
      changed("dismiss", from: screen)
    case "back": back()
    case "tabs": showTabs()
    case "tab": selectTab(argument)
    case "open": follow(argument)
    case "share": share()
    case "save": save()
    case "restore": restore()
    case "tick": tick(argument)
    case "stack": drawStack()
    default: break
    }
  }

  /// Prints a transition after the levels have changed, and forgets closed screens.
  private mutating func changed(_ kind: String, from old: ModelScreen, _ rows: String = "") {
    let open = screens
    made = made.filter { screen in open.contains { $0 === screen } }
    made += open.filter { screen in !made.contains { $0 === screen } }
    transition(kind, from: old, rows)
  }

  private func type(_ text: String, into field: ReferenceWritableKeyPath<ModelScreen, String>) {
    guard shown[keyPath: field] != text else { return }
    shown[keyPath: field] = text
    shown.message = ""
  }

  private mutating func openDetails() {
    let home = shown
    let problems = [home.nameProblem, home.numberProblem].compactMap(\.self)
    guard problems.isEmpty, let number = Int(home.number) else {
      home.message = problems.joined(separator: " and ")
      return write("error    \(home.message)")
    }
    home.message = ""
    let details = ModelScreen(details: home.name, number)
    details.opener = home
    levels[levels.count - 1].path.append(details)
    changed("push", from: home, Self.rows(home.name, number))
  }

  private mutating func finish() {
    let details = shown
    guard let number = Int(details.number) else {
      details.message =
        "the number \(details.number) is too large: inverse it again, or go back"
      return write("error    \(details.message)")
    }
    levels[levels.count - 1].path.removeLast()
    let rows = Self.rows(details.name, number)
    changed("pop", from: details, rows)
    if let home = details.opener {
      home.name = details.name
      home.number = "\(number)"
      home.message = "received\(rows)"
    }
  }

  private mutating func answer(_ isYes: Bool) {
    let question = shown
    levels.removeLast()
    changed("dismiss", from: question, " {answer: \(isYes)}")
    if isYes { pop() }
  }

  private mutating func back() {
    let screen = shown
    if screen.kind == .details, screen.hasChanges {
      levels.append(Level(tabs: [[ModelScreen(.discardQuestion)]]))
      changed("present", from: screen)
    } else if levels.count == 1, levels[0].path.count == 1 {
      write("error    cannot go back from '\(screen.kind.rawValue)': it is the first screen")
    } else {
      pop()
    }
  }

  private mutating func pop() {
    let screen = shown
    if levels[levels.count - 1].path.count > 1 {
      levels[levels.count - 1].path.removeLast()
    } else {
      levels.removeLast()
    }
    changed("pop", from: screen)
  }

  private mutating func showTabs() {
    guard levels.count == 1 else { return write("error    tabs: close what is presented first") }
    let old = shown
    let tabs = levels[0].tabs
    if tabs.count == 2, levels[0].selected == 0 { return }
    levels[0] = Level(tabs: tabs.count == 2 ? tabs : tabs + [[ModelScreen(.about)]])
    changed("tabs", from: old)
  }

  private mutating func selectTab(_ argument: String) {
    let old = shown
    let level = levels[levels.count - 1]
    guard let number = Int(argument), number >= 1, number <= level.tabs.count else {
      return write(
        "error    tab: expected a number from 1 to \(level.tabs.count), found \"\(argument)\""
      )
    }
    guard number - 1 != level.selected else { return backToFirst() }
    levels[levels.count - 1].selected = number - 1
    changed("selectTab", from: old)
  }

  /// Goes back as after a second tap on a tab, up to a screen that asks the user first.
  private mutating func backToFirst() {
    while levels.count == 1, levels[0].path.count > 1 { back() }
  }

  private mutating func tick(_ argument: String) {
    guard let seconds = argument.isEmpty ? 1 : Int(argument), seconds >= 1, seconds <= 3600 else {
      return write("error    tick: expected a number from 1 to 3600, found \"\(argument)\"")
    }
    if shown.kind == .home { shown.seconds += seconds }
  }

  // MARK: Links

  private static let home = "kaluga://example/home"
  private static let details = "kaluga://example/details?name="

  /// Invalid links, with their errors.
  static let wrongLinks = [
    "": #"not a link: expected scheme://host/path, found """#,
    "kaluga://example/details?name=Ada&number=4x":
      #"link to "details": number: expected Int, found "4x""#,
    "kaluga://example/detail?name=Ada": #"path: expected one of "home", "details", found "detail""#,
    "https://example/details": #"scheme: expected "kaluga", found "https""#,
  ]

  static func link(_ name: String, _ number: Int) -> String {
    let escaped = name.replacing(" ", with: "%20").replacing("é", with: "%C3%A9")
    return "\(details)\(escaped)&number=\(number)"
  }

  private mutating func follow(_ link: String) {
    if let problem = Self.wrongLinks[link] { return write("error    \(problem)") }
    if link == Self.home { return open([ModelScreen(.home)], "") }
    let parts = link.dropFirst(Self.details.count).split(
      separator: "&number=",
      omittingEmptySubsequences: false
    )
    let name = String(parts[0]).replacing("%20", with: " ").replacing("%C3%A9", with: "é")
    let number = Int(parts[1]) ?? 0
    open([ModelScreen(.home), ModelScreen(details: name, number)], Self.rows(name, number))
  }

  /// Keeps the screens that are already open.
  private mutating func open(_ new: [ModelScreen], _ rows: String) {
    let old = shown
    var path: [ModelScreen] = []
    for (screen, there) in zip(new, levels[0].path) where there.isSame(as: screen) {
      guard path.count < new.count else { break }
      path.append(there)
    }
    path += new.dropFirst(path.count)
    levels = [Level(tabs: [path])]
    changed("open", from: old, rows)
  }

  private mutating func share() {
    let path = levels[0].path
    if shown.kind == .details, Int(shown.number) == nil {
      return write("error    the number \(shown.number) is too large for a link")
    }
    guard levels.count == 1, levels[0].tabs.count == 1 else {
      let names = screens.map(\.kind.rawValue).joined(separator: ", ")
      return write("error    no link leads to [\(names)]")
    }
    let link =
      path.count == 1 ? Self.home : Self.link(path[1].name, Int(path[1].number) ?? 0)
    write("link     \(link)")
  }

  // MARK: Saving

  private mutating func save() {
    saved = copy(levels)
    write("saved    \"\(file)\"")
  }

  private mutating func restore() {
    guard let saved else {
      return write("error    \"\(file)\" cannot be read: no such file or folder")
    }
    clearAll()
    levels = copy(saved)
    made = screens
    transition("start", from: nil)
  }

  private func copy(_ levels: [Level]) -> [Level] {
    levels.map { level in
      Level(tabs: level.tabs.map(copy), selected: level.selected)
    }
  }

  private func copy(_ path: [ModelScreen]) -> [ModelScreen] {
    let copy = path.map { $0.restored() }
    // Home, which is the first screen, waits in the later process too.
    for (old, new) in zip(path, copy) where old.opener != nil { new.opener = copy[0] }
    return copy
  }

  private mutating func clearAll() {
    for screen in made.reversed() { write("cleared  \(screen.viewModel)") }
  }
}
