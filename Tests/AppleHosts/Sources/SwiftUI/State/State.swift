// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A property of a view that SwiftUI connects with storage.
public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

/// A property that the stub connects with a node before it evaluates the body.
protocol StubInstalled: DynamicProperty {
  @MainActor func install(in node: StubNode, _ path: String)
}

/// Whether a body is being evaluated, so that the state that it reads is noticed.
@MainActor
enum StubLocationReads {
  static var isOn = false
}

/// The storage of a state property for the life of one view identity.
final class StubLocation<Value> {
  private var value: Value
  private let wasRead: () -> Void
  private let willChange: () -> Void

  init(_ value: Value, wasRead: @escaping () -> Void, willChange: @escaping () -> Void) {
    self.value = value
    self.wasRead = wasRead
    self.willChange = willChange
  }

  func get() -> Value {
    wasRead()
    return value
  }

  func set(_ newValue: Value) {
    // An equal value does not invalidate.
    if !isEqual(value, newValue) { willChange() }
    value = newValue
  }
}

func isEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  if let first = first as? any Equatable { return first.equals(second) }
  if Value.self is AnyObject.Type { return first as AnyObject === second as AnyObject }
  return false
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}

@propertyWrapper
@available(macOS 10.15, iOS 13, *)
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

  public init(initialValue: Value) {
    seed = Seed(initialValue)
  }

  public var wrappedValue: Value {
    get { seed.location?.get() ?? seed.initial }
    nonmutating set { seed.location?.set(newValue) }
  }

  public var projectedValue: Binding<Value> {
    let location = seed.location
    // A view that passes a binding on depends on the state, too.
    _ = location?.get()
    let initial = seed.initial
    return Binding(
      identity: location.map { AnyHashable(ObjectIdentifier($0)) },
      get: { location?.get() ?? initial },
      set: { location?.set($0) }
    )
  }

  func install(in node: StubNode, _ path: String) {
    let reads = StubReads()
    seed.location = node.stored(
      path,
      StubLocation(
        seed.initial,
        wasRead: {
          MainActor.assumeIsolated { if StubLocationReads.isOn { reads.happened = true } }
        },
        willChange: { [weak node] in
          MainActor.assumeIsolated { if reads.happened { node?.invalidate() } }
        }
      )
    )
  }
}

/// Whether a body has read a state property.
///
/// Only then does a change of it lead to an update.
@MainActor
private final class StubReads {
  var happened = false
}
