/// A node that holds an object and does not keep it alive.
///
/// Reads nil once the object is released; nobody is told of that. Keeps nothing else of it either,
/// observed or not: a derived node in its place would cache what its observers saw last.
final class WeakNode<Object: AnyObject>: ObservableNode<Object?> {
  private weak var object: Object?
  /// Whether an object was stored last, released or not: observers have seen it.
  private var hasObject = false
  private var changes: UInt64 = 0

  /// Decided in `store`: of two objects that are gone nobody could say whether they are the same.
  override var conflation: Conflation<Object?> { .never }

  init() {
    super.init()
  }

  override var value: Object? { object }
  override var version: UInt64 { changes }

  func store(_ newObject: Object?) {
    let previous = object
    guard previous !== newObject || hasObject != (newObject != nil) else { return }
    tracking?.willChange()
    object = newObject
    hasObject = newObject != nil
    changes &+= 1
    tracking?.didChange()
    hub?.valueDidChange(of: self, from: previous)
  }
}
