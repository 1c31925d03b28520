// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Observation

/// A property of a view that SwiftUI connects with storage.
public protocol DynamicProperty {}

/// A property that the stub connects with a node before it evaluates the body.
protocol StubInstalled: DynamicProperty {
  @MainActor func install(in node: StubNode, _ path: String)
}

/// The storage of a state property for the life of one view identity.
///
/// A change leads to an update only of the views whose bodies have read it.
@Observable
final class StubLocation<Value> {
  private(set) var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func set(_ newValue: Value) {
    // An equal value does not invalidate.
    if !isEqual(value, newValue) { value = newValue }
  }

  private func isEqual(_ first: Value, _ second: Value) -> Bool {
    if let first = first as? any Equatable { return first.equals(second) }
    return Value.self is AnyObject.Type && first as AnyObject === second as AnyObject
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}

@propertyWrapper
public struct State<Value>: StubInstalled {
  private final class Seed {
    let initial: Value
    var location: StubLocation<Value>?

    init(_ initial: Value) {
      self.initial = initial
    }
  }

  private let seed: Seed

  public init(wrappedValue: Value) {
    seed = Seed(wrappedValue)
  }

  public var wrappedValue: Value {
    get { seed.location?.value ?? seed.initial }
    nonmutating set { seed.location?.set(newValue) }
  }

  public var projectedValue: Binding<Value> {
    let location = seed.location
    let initial = seed.initial
    // A view that passes a binding on depends on the state, too.
    _ = location?.value
    return Binding(
      identity: location.map { AnyHashable(ObjectIdentifier($0)) },
      get: { location?.value ?? initial },
      set: { location?.set($0) }
    )
  }

  func install(in node: StubNode, _ path: String) {
    seed.location = node.stored(path, StubLocation(seed.initial))
  }
}
