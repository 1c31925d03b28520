/// How many rounds the tests in `Time` run.
///
/// The stress package runs the same tests with more (its own `Effort`).
enum Effort {
  static let isFull = false
  static let rounds = 5
}
