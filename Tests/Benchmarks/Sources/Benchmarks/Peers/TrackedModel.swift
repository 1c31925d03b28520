import Observation

/// A model of the toolchain's Observation, followed in its cheapest synchronous form.
@MainActor
@Observable
final class TrackedModel {
  var value = 0

  /// Tells the sink of each change; registers anew after each.
  static func follow(_ model: TrackedModel, _ sink: Sink) {
    withObservationTracking {
      _ = model.value
    } onChange: {
      // It is told before the value is stored; who follows reads and registers after that.
      MainActor.assumeIsolated {
        model.pending.append { follow(model, sink) }
        sink.seen.pointee.count += 1
      }
    }
  }

  @ObservationIgnored var pending: [@MainActor () -> Void] = []

  func post(_ v: Int, _ sink: Sink) {
    value = v
    sink.seen.pointee.last = v
    guard !pending.isEmpty else { return }
    let again = pending
    pending = []
    for register in again { register() }
  }
}
