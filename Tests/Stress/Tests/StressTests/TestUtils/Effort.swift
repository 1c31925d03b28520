/// How many rounds the linked tests in `Time` run; the root package has fewer in its own `Effort`.
enum Effort {
  static let isFull = true
  static let rounds = 200
}
