/// The consumer of a started API, which stops the API when it is released.
final class CallbackConsumer<Value: Sendable, Failure: Error> {
  private let channel: CallbackChannel<Value, Failure>
  private let values: FlowConsumer<ChannelStorage<Value>>

  init(_ channel: CallbackChannel<Value, Failure>) {
    self.channel = channel
    values = FlowConsumer(channel.storage)
  }

  deinit {
    channel.abandon()
  }

  func next(isolation: isolated (any Actor)?) async throws(Failure) -> Value? {
    if let value = await values.next(isolation: isolation) { return value }
    // A cancelled consumer may have missed values, so it does not receive the failure that follows
    // them.
    if !Task.isCancelled, let failure = channel.takeFailure() { throw failure }
    return nil
  }
}
