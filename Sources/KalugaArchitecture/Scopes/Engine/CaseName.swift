/// The name of an enum's case without its payload, or the name of the type for anything else.
///
/// A payload may be private, so only the name may be shown by default.
package func caseName(of value: Any) -> String {
  enumCaseName(of: value) ?? "\(type(of: value))"
}

/// The name of an enum's case without its payload, or nil for anything else.
func enumCaseName(of value: Any) -> String? { enumCase(of: value)?.name }

/// Returns the name of the case of an enum, and its payload if the case has one.
///
/// Several payloads, and one with a label, are a tuple.
func enumCase(of value: Any) -> (name: String, payload: Any?)? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return nil }
  let child = mirror.children.first
  // For a case without a payload, this is its `description`, which may contain any text.
  return ((child?.label ?? "\(value)").escapingControlCharacters(), child?.value)
}
