/// Measures writes that are made off the main actor, until everybody who follows has the last one.
@MainActor
func timeInBackground(
  _ writes: Int,
  _ write: @escaping @Sendable () async -> Void,
  untilAllHave consumers: [Task<Int, Never>]
) async -> Double {
  await time(writes) {
    await Task.detached { await write() }.value
    for consumer in consumers { _ = await consumer.value }
  }
}
