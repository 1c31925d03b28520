import Testing

/// Expects that no way to print a value shows a marker of a ``Vault``.
func expectHidden(
  _ value: Any,
  isDumped: Bool = true,
  _ location: SourceLocation = #_sourceLocation
) {
  let texts = ["\(value)", String(reflecting: value), "\([value])", isDumped ? dumped(value) : ""]
  let shown = texts.filter { text in Vault.markers.contains(where: text.contains) }
  #expect(shown == [], "\(type(of: value))", sourceLocation: location)
}

/// Returns what a dump of a value prints, which a debugger shows, too.
func dumped(_ value: Any) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}
