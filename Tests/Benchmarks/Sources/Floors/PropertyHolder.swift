/// A property, and nothing else.
@MainActor
package final class PropertyHolder {
  package var value = 0

  package init() {}
}
