#if canImport(SwiftUI)
  public import KalugaArchitecture
  public import SwiftUI

  extension HostState {
    /// The state of a host in a scene with this phase.
    ///
    /// A phase that a later system adds is treated as inactive.
    public init(_ phase: ScenePhase) {
      switch phase {
      case .active: self = .active
      case .background: self = .background
      default: self = .inactive
      }
    }
  }
#endif
