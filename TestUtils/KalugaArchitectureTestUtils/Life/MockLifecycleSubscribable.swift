public import KalugaArchitecture

/// A service that records the hosts to which it is attached, for tests of your own hosts.
///
///     let service = MockLifecycleSubscribable<Window>()
///     let model = PlayerViewModel(services: [service])
///     let window = Window(showing: model)
///     #expect(service.currentHost === window)
///     window.close()
///     #expect(service.currentHost == nil)
///
/// To test a service, attach it to a ``SimulatedHost`` instead.
@MainActor
public final class MockLifecycleSubscribable<Host: AnyObject>: HostLifecycleSubscribable {
  /// The host to which the service is attached, or nil if it is detached or the host was released.
  public private(set) weak var currentHost: Host?

  /// How often the service has been attached to a host.
  public private(set) var attachCount = 0

  /// How often the service has been detached, not counting hosts that others have replaced.
  public private(set) var detachCount = 0

  /// Creates a service without a host.
  public init() {}

  /// Attaches a host in place of the current one.
  public func attach(to host: Host) -> HostAttachment {
    attachCount += 1
    currentHost = host
    return HostAttachment { [weak self, number = attachCount] in
      guard let self, attachCount == number else { return }
      currentHost = nil
      detachCount += 1
    }
  }
}
