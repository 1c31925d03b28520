/// An observable of any type of value, for tools that show how many observers are alive.
@MainActor
package protocol ObserverCounting {
  var observerCount: Int { get }
}

extension BasicObservable: ObserverCounting {}

extension Saved: ObserverCounting {
  package var observerCount: Int { projectedValue.observerCount }
}
