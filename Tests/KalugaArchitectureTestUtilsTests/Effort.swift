/// How much the tests of this folder try that the stress tests run as well, with larger numbers.
enum Effort {
  static let isFull = false
  static let rounds = 5
}
