/// How many rounds the tests in `Time` run; the stress package has more in its own `Effort`.
enum Effort {
  static let isFull = false
  static let rounds = 5
}
