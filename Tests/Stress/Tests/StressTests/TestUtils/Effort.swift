/// The numbers with which the linked suites run here.
enum Effort {
  static let isFull = true
  static let rounds = 200
}
