/// An observable of any type of value, for tools that show its value and how many observers are
/// alive.
@MainActor
package protocol InspectableObservable {
  var observerCount: Int { get }

  /// The current value; Swift Observation does not track this read.
  var inspectedValue: Any { get }
}

extension BasicObservable: InspectableObservable {
  package var inspectedValue: Any { node.value }
}
