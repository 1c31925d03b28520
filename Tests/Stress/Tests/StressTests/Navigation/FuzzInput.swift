import KalugaArchitecture
import KalugaArchitectureTestUtils

/// Makes random changes to valid inputs, which are given in pieces.
struct FuzzInput {
  /// A key and a value, written as in the input.
  typealias Item = (key: String, value: String)

  let inputs: [[Item]]
  let keys: [String]
  let values: [String]
  let join: ([Item]) -> String
  var random: SeededRandom

  /// Returns one of the inputs with a few changes.
  ///
  /// Most changes affect whole keys and values, so that most inputs pass the scanner; some affect
  /// single bytes.
  mutating func next() -> [UInt8] {
    var items = inputs[random.below(inputs.count)]
    for _ in 0..<random.below(3) { change(&items) }
    var bytes = Array(join(items).utf8)
    if random.isTrue(25) {
      for _ in 0...random.below(3) { change(&bytes) }
    }
    return bytes
  }

  private mutating func change(_ items: inout [Item]) {
    guard !items.isEmpty else { return }
    let index = random.below(items.count)
    // A private value may be removed or repeated, but must not get a public key.
    let isPrivate = items[index].value.contains("sesame")
    switch random.below(6) {
    case 0: items.remove(at: index)
    case 1: items.append(items[index])
    case 2: items.swapAt(index, items.startIndex)
    case 3 where !isPrivate: items[index].key = keys[random.below(keys.count)]
    default: items[index].value = values[random.below(values.count)]
    }
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let index = random.below(bytes.count)
    switch random.below(4) {
    case 0: bytes[index] = UInt8(random.below(256))
    case 1: bytes.insert(Array("\"\\{}[]:,&=%.~?#/".utf8)[random.below(16)], at: index)
    case 2: bytes[index] ^= 1 << UInt8(random.below(8))
    // Only a few bytes, so that no private value gets into a public row.
    default: bytes.removeSubrange(index..<min(index + 3, bytes.endIndex))
    }
  }
}
