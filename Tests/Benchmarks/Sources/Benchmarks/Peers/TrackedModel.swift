import Observation

/// A model of the toolchain's Observation.
@MainActor
@Observable
final class TrackedModel {
  var x = 0

  var map1: Int { x &+ 1 }
  var map2: Int { map1 &+ 1 }
  var map3: Int { map2 &+ 1 }

  var double: Int { x &* 2 }
  var diamond: Int { map1 &+ double }
}
