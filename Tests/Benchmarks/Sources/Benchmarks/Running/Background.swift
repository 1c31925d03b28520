/// Consumers that run off the main actor until they get the value that ends them.
struct Consumers {
  /// Tasks that return what their consumer got.
  let tasks: [Task<[Int], Never>]

  init(_ tasks: [Task<[Int], Never>]) {
    self.tasks = tasks
  }

  init(_ count: Int, _ run: @escaping @Sendable () async -> [Int]) {
    tasks = (0..<count).map { _ in Task.detached { await run() } }
  }

  /// Iterates a sequence up to a value.
  static func receive<Values: AsyncSequence<Int, Never>>(
    _ values: Values,
    until end: Int
  ) async -> [Int] {
    var received: [Int] = []
    for await value in values {
      received.append(value)
      if value == end { break }
    }
    return received
  }

  /// Measures writes off the main actor, until all consumers have ended.
  @MainActor
  func time(_ writes: Int, _ write: @escaping @Sendable () async -> Void) async -> Double {
    await Benchmarks.time(writes) {
      await Task.detached { await write() }.value
      for task in tasks { _ = await task.value }
    }
  }

  /// Stops the run unless each consumer got all values.
  func requireAll(_ values: Int) async throws {
    for task in tasks { try require("values of a consumer", await task.value.count, values) }
  }

  /// Whether each consumer got the last value.
  func gotLast(_ value: Int) async -> Bool {
    for task in tasks where await task.value.last != value { return false }
    return true
  }
}
