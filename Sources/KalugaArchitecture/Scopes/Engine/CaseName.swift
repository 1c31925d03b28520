/// The name of an enum's case without its payload, or the name of the type for anything else.
///
/// A payload may be private, so only the name may be shown by default.
package func caseName(of value: Any) -> String {
  enumCaseName(of: value) ?? "\(type(of: value))"
}

/// The name of an enum's case without its payload, or nil for anything else.
func enumCaseName(of value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return nil }
  // For a case without a payload, this is its `description`, which may contain any text.
  return (mirror.children.first?.label ?? "\(value)").escapingControlCharacters()
}
