/// What one consumer got.
struct Received {
  var count = 0
  var last = -1
}

/// Consumers that run off the main actor until they get the value that ends them.
struct Consumers {
  let tasks: [Task<Received, Never>]

  init(_ count: Int, _ run: @escaping @Sendable () async -> Received) {
    tasks = (0..<count).map { _ in Task.detached { await run() } }
  }

  init(_ tasks: [Task<Received, Never>]) {
    self.tasks = tasks
  }

  /// Iterates a sequence up to a value.
  static func receive<Values: AsyncSequence<Int, Never>>(
    _ values: Values,
    until end: Int
  ) async -> Received {
    var received = Received()
    for await value in values {
      received.count += 1
      received.last = value
      if value == end { break }
    }
    return received
  }

  /// Measures writes off the main actor, until all consumers have ended.
  @MainActor
  func time(_ writes: Int, _ write: @escaping @Sendable () async -> Void) async -> Sample {
    let cost = await Benchmarks.time(writes) {
      await Task.detached { await write() }.value
      for task in tasks { _ = await task.value }
    }
    var received = 0
    for task in tasks { received += await task.value.count }
    return Sample(cost: cost, delivered: Double(received) / Double(tasks.count))
  }

  /// The last value of each consumer.
  var last: [Int] {
    get async {
      var last: [Int] = []
      for task in tasks { last.append(await task.value.last) }
      return last
    }
  }

  /// Stops the run unless each consumer got all values.
  func requireAll(_ values: Int) async throws {
    for task in tasks { try require("values of a consumer", await task.value.count, values) }
  }

  /// Stops the run unless each consumer got the last value.
  func requireLast(_ value: Int) async throws {
    for last in await last { try require("last value of a consumer", last, value) }
  }

  /// Ends consumers that do not end by themselves.
  func cancel() {
    for task in tasks { task.cancel() }
  }
}
