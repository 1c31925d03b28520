import Foundation
import KalugaSessions
import Testing

struct SwiftSourceTests {
  enum Kind: Codable, CaseIterable {
    case good
    case bad
  }

  struct Amount: Codable, Hashable {
    var count: Int
    var unit: String?
  }

  enum Move: AppMove {
    case search(String)
    case rate(stars: Int, Kind)
    case wait(Duration)
    case order([Amount], [String: Double])
    case open(UUID, Date, URL)
    case note(String?)
    case stop
  }

  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  /// Events, written as in their descriptions.
  private static let events: [AppEvent<Move>] = [
    .move(.search("a \"b\"\n")), .move(.rate(stars: 5, .good)), .move(.wait(.seconds(1))),
    .move(.wait(.init(secondsComponent: 0, attosecondsComponent: 1_000))),
    .move(.order([.init(count: 1, unit: nil)], ["a": .infinity])), .move(.note("n")),
    .move(.note(nil)), .move(.stop), .back, .restart,
  ]

  @Test func `events are described as Swift source`() {
    let texts = [
      #".move(.search("a \"b\"\n"))"#, ".move(.rate(stars: 5, .good))", ".move(.wait(.seconds(1)))",
      ".move(.wait(.init(secondsComponent: 0, attosecondsComponent: 1000)))",
      #".move(.order([.init(count: 1, unit: nil)], ["a": .infinity]))"#, #".move(.note("n"))"#,
      ".move(.note(nil))", ".move(.stop)", ".back", ".restart",
    ]
    #expect(Self.events.map(\.description) == texts)
    let event = AppEvent.move(
      Move.open(Self.id, Date(timeIntervalSinceReferenceDate: 1.5), URL(filePath: "/a"))
    )
    #expect(
      "\(event)" == ".move(.open(.init(uuidString: \"01020304-0506-0708-090A-0B0C0D0E0F10\")!, "
        + ".init(timeIntervalSinceReferenceDate: 1.5), .init(string: \"file:///a\")!))"
    )
    #expect("\(AppEvent.move("tea"))" == #".move("tea")"#)
  }
}
