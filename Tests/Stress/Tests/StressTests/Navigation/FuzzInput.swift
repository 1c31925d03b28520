import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils

extension SeededRandom {
  fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}

/// A content with a row of each kind that reads in its own way; what is private in it is `sesame`.
struct Fuzzed: Hashable, NavigationBundleContent {
  var blob: [String: Int]
  var date: Date
  var deep: Int??
  var flag: Bool
  var large: UInt64
  var letter: Character
  var level: Int
  var maybe: Int?
  var name: String
  var number: Int8
  var people: [Credentials]
  var ratio: Double
  var secretToken: String
  var share: Float
  var tags: [String?]

  static let number = NavigationBundleSpecRow("number", \Fuzzed.number, .integer)

  static let bundleSpec = NavigationBundleSpec(
    Fuzzed.init(
      blob:
      date:
      deep:
      flag:
      large:
      letter:
      level:
      maybe:
      name:
      number:
      people:
      ratio:
      secretToken:
      share:
      tags:
    ),
    NavigationBundleSpecRow("blob", \Fuzzed.blob, .codable()),
    NavigationBundleSpecRow("date", \Fuzzed.date, .date),
    NavigationBundleSpecRow("deep", \Fuzzed.deep, .optional(.optional(.integer))),
    NavigationBundleSpecRow("flag", \Fuzzed.flag, .boolean),
    NavigationBundleSpecRow("large", \Fuzzed.large, .integer),
    NavigationBundleSpecRow("letter", \Fuzzed.letter, .character),
    NavigationBundleSpecRow("level", \Fuzzed.level, .integer.defaulting(to: 1)),
    NavigationBundleSpecRow("maybe", \Fuzzed.maybe, .optional(.integer)),
    NavigationBundleSpecRow("name", \Fuzzed.name, .string),
    number,
    NavigationBundleSpecRow("people", \Fuzzed.people, .array(.bundle(Credentials.bundleSpec))),
    NavigationBundleSpecRow("ratio", \Fuzzed.ratio, .double),
    NavigationBundleSpecRow("secretToken", \Fuzzed.secretToken, .string, isPrivate: true),
    NavigationBundleSpecRow("share", \Fuzzed.share, .float),
    NavigationBundleSpecRow("tags", \Fuzzed.tags, .array(.optional(.string)))
  )

  static func random(_ random: inout SeededRandom) -> Fuzzed {
    Fuzzed(
      blob: random.pick([[:], ["a\"": 1, "b": -2]]),
      date: Date(
        milliseconds: random.pick([0, -1, 1_606_204_800_001, 300_000_000_000_000])
      ),
      deep: random.pick([nil, .some(nil), 3]),
      flag: random.pick([true, false]),
      large: random.pick([0, .max]),
      letter: random.pick(["a", "&", "👩‍👧"]),
      level: random.pick([1, 2]),
      maybe: random.pick([nil, 0, Int.min]),
      name: random.pick(["", "a&b=c", "é\u{301}😀", "\\\"\n", "x.y[0]~"]),
      number: .random(in: .min ... .max, using: &random),
      people: (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Credentials(user: "ada", token: "sesame")
      },
      ratio: random.pick([0, -0.0, 0.1, 1e300, .nan, .infinity]),
      secretToken: "sesame",
      share: random.pick([0.5, -.infinity, 3e38]),
      tags: (0..<Int.random(in: 0...3, using: &random)).map { _ in
        random.pick(["", nil, "tag"])
      }
    )
  }
}

/// Valid inputs in pieces, and what is done to them.
struct FuzzInput {
  /// Keys and values as they stand in the input.
  typealias Item = (key: String, value: String)

  let keys: [String]
  let values: [String]
  let join: ([Item]) -> String
  private var random: SeededRandom

  init(seed: Int, keys: [String], values: [String], join: @escaping ([Item]) -> String) {
    self.keys = keys
    self.values = values
    self.join = join
    random = SeededRandom(seed: seed)
  }

  /// One of the inputs with up to three changes: mostly to whole keys and values, so that most get past
  /// the scanner, at times to single bytes.
  mutating func next(_ inputs: [[Item]]) -> [UInt8] {
    var items = inputs.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 0...2, using: &random) { change(&items) }
    var bytes = Array(join(items).utf8)
    guard Int.random(in: 0..<4, using: &random) == 0 else { return bytes }
    for _ in 0..<Int.random(in: 1...3, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ items: inout [Item]) {
    guard let index = items.indices.randomElement(using: &random) else { return }
    // What is private may be lost and repeated but must not come under a public key.
    let isPrivate = items[index].value.contains("sesame")
    switch Int.random(in: 0..<6, using: &random) {
    case 0: items.remove(at: index)
    case 1: items.append(items[index])
    case 2: items.swapAt(index, items.startIndex)
    case 3:
      if isPrivate { fallthrough }
      items[index].key = random.pick(keys)
    default: items[index].value = random.pick(values)
    }
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard let index = bytes.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[index] = .random(in: .min ... .max, using: &random)
    case 1: bytes.insert(random.pick(Array("\"\\{}[]:,&=%.~?#/".utf8)), at: index)
    case 2: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    // Few at a time, or what is private would come to stand in a public row.
    default: bytes.removeSubrange(index..<min(index + 3, bytes.endIndex))
    }
  }
}
