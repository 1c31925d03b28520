/// How many rounds the linked tests in `Time` run.
///
/// The root package runs fewer (its own `Effort`).
enum Effort {
  static let isFull = true
  static let rounds = 200
}
