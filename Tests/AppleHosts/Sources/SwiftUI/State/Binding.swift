// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Observation

@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  /// Equal for two bindings that were made for the same property of the same object.
  let identity: AnyHashable?
  private let get: () -> Value
  private let set: (Value) -> Void

  init(identity: AnyHashable?, get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.identity = identity
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(identity: "constant", get: { value }, set: { _ in })
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding<Member>(
      identity: identity.map { [$0, AnyHashable(keyPath)] },
      get: { wrappedValue[keyPath: keyPath] },
      set: { wrappedValue[keyPath: keyPath] = $0 }
    )
  }
}

/// Makes bindings to the properties of an observable object.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) where Value: AnyObject, Value: Observable {
    self.wrappedValue = wrappedValue
  }

  public init(_ wrappedValue: Value) where Value: AnyObject, Value: Observable {
    self.wrappedValue = wrappedValue
  }

  public var projectedValue: Bindable<Value> { self }

  public subscript<Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> where Value: AnyObject {
    let object = wrappedValue
    return Binding<Member>(
      identity: [AnyHashable(ObjectIdentifier(object)), AnyHashable(keyPath)],
      get: { object[keyPath: keyPath] },
      set: { object[keyPath: keyPath] = $0 }
    )
  }
}
