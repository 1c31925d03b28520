import Foundation
import KalugaArchitecture
import KalugaTerminal
import NavigatorExampleFeatures
import Testing

@testable import NavigatorExample

/// What strangers may send to the app: links, save files, and whatever can be typed.
@MainActor
struct HostileInputTests {
  /// Escape sequences of both spellings, an end of a line, NUL, and what turns text around.
  private let hostile = "a\u{1B}[2Jb\u{9B}31mc\u{7}d\u{2028}FAKE\u{85}e\u{202E}f\u{2066}g\0h\u{7F}"

  private func expectPlain(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let odd = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
      default: false
      }
    }
    #expect(odd.isEmpty, "\(text.debugDescription)", sourceLocation: location)
    let isFaked = text.split(separator: "\n").contains { $0.hasPrefix("FAKE") }
    #expect(!isFaked, sourceLocation: location)
  }

  @Test(arguments: [false, true])
  func `nothing that is typed controls the terminal`(isInteractive: Bool) async {
    let printed = await transcript(
      of: [
        "name \(hostile)", "number \(hostile)", "details", "number 1", "details", "inverse",
        "finish",
        hostile, "tick \(hostile)", "tab \(hostile)", "quit \(hostile)", "save /\(hostile)/x",
        "restore /\(hostile)", "link \(hostile)", "link kaluga://example/\(hostile)",
      ],
      isInteractive: isInteractive
    )
    expectPlain(printed)
    #expect(printed.contains("push     home → details"))
  }

  @Test func `nothing in a link controls the terminal`() async {
    let escaped = "%1B%5B2J%0AFAKE%C2%9B31m%E2%80%AE%00%E2%80%A8"
    let printed = await transcript(of: [
      "link kaluga://example/details?name=\(escaped)&number=1", "inverse", "share", "stack",
      "link kaluga://example/details?name=a&number=\(escaped)", "link kaluga://example/\(escaped)",
      "link \(escaped)://example", "link kaluga://\(escaped)/home",
      "link kaluga://example/details?\(escaped)=1&\(escaped)=1",
    ])
    expectPlain(printed)
    #expect(printed.contains("open     home → details"))
  }

  /// As Details saves it: whoever can write a file can also make its checksum fit.
  private struct Edits: Codable, Equatable {
    var name: String
    var number: String
  }

  @Test(arguments: [false, true])
  func `nothing in a save file controls the terminal`(isInteractive: Bool) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let details = InputDetails(name: hostile, number: 1)
    let stack = BackStack(root: Destination.home, [.details(details)])
    let edits = SavedState(fresh: Edits(name: hostile, number: hostile + "\nFAKE"))
    let states = Dictionary(
      uniqueKeysWithValues: try stack.entries.map { ($0.id, try edits.save()) }
    )
    try StateFile(file.path).write(NavigationSnapshot(stack: stack, states: states))

    let printed = await transcript(
      of: ["restore \(file.path)", "inverse", "finish", "back", "yes", "details"],
      isInteractive: isInteractive
    )

    expectPlain(printed)
    #expect(printed.contains("start    details   [home, details]"))
  }

  @Test func `a save file of screens in the wrong places hurts nobody`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "places-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let all: [Destination] = [
      .home, .details(InputDetails(name: "a", number: 1)), .sheet, .subPage, .discardQuestion,
      .about,
    ]
    let commands = [
      "yes", "restore \(file.path)", "close", "restore \(file.path)", "back", "sub", "tabs",
      "tab 2",
      "tab 1", "details", "finish", "share", "stack", "save \(file.path)",
    ]
    for root in all {
      for top in all {
        let stack = BackStack(root: root, [top])
        try StateFile(file.path).write(NavigationSnapshot(stack: stack))
        let printed = await transcript(of: ["restore \(file.path)"] + commands)
        #expect(printed.hasSuffix("bye\n"))
      }
    }
  }

  // MARK: Damage

  @Test func `every flipped byte of a save file is an error or makes no difference`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "flipped-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let stack = BackStack(root: Destination.home, [.details(InputDetails(name: "Ada", number: 42))])
    let snapshot = NavigationSnapshot(stack: stack, states: [1: Data("{}".utf8)])
    try StateFile(file.path).write(snapshot)
    let data = try Data(contentsOf: file)
    for index in data.indices {
      for bit in [1, 0x20, 0x80] as [UInt8] {
        var damaged = data
        damaged[index] ^= bit
        try damaged.write(to: file)
        do {
          let read = try StateFile(file.path).read()
          #expect(read == snapshot, "byte \(index) with \(bit)")
        } catch {
          #expect("\(error)".hasPrefix("saved state"), "\(error)")
        }
      }
    }
  }

  @Test func `a pipe is no save file, and nobody waits for it`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #require(mkfifo(path, 0o600) == 0)
    let printed = await transcript(of: ["restore \(path)", "restore /dev/zero"])
    #expect(printed.contains("error    \"\(path)\" cannot be read: it is no file"))
    #expect(printed.contains("error    \"/dev/zero\" cannot be read: it is no file"))
  }
}
