/// A property, and nothing else.
@MainActor
final class PropertyHolder {
  var value = 0
}
