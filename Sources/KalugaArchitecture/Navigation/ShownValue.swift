/// A part of a navigation value in the form for the value's mirror, with private rows redacted.
///
/// The default mirror of a stack, for example, would lead a `dump` or a debugger to the fields of a
/// destination's payload, where nothing tells private ones apart. The mirrors of navigation values
/// therefore contain their parts in this form.
package struct ShownValue: CustomStringConvertible, CustomReflectable {
  /// Deeper parts are not shown, so that a long chain of values cannot exhaust the call stack.
  private static let maximumDepth = 100

  package let description: String
  package let customMirror: Mirror

  /// Returns the form of a value in which each content is replaced by its rows.
  ///
  /// A value without contents is returned unchanged.
  package static func of(_ value: Any) -> Any {
    redacting(value, 0) ?? value
  }

  /// Shows an action by its name and its rows, because any other part of it may be private.
  package init(action: some NavigationAction) {
    let name = caseName(of: action)
    let rows = action.rows
    description = rows.isEmpty ? name : "\(name) \(rows.bundleDescription)"
    customMirror = Mirror(action, children: rows.map(\.shown), displayStyle: .struct)
  }

  /// Shows the payload of an enum's case that has several values, or one with a label.
  ///
  /// The label of a value without one is empty.
  init(payload: KeyValuePairs<String, Any>) {
    let parts = payload.map { (label: $0.key, value: Self.of($0.value)) }
    let texts = parts.map { label, value in
      (label.isEmpty ? "" : "\(label): ") + String(reflecting: value)
    }
    description = "(\(texts.joined(separator: ", ")))"
    customMirror = Mirror(
      payload,
      children: parts.enumerated().map { index, part in
        (part.label.isEmpty ? ".\(index)" : part.label, part.value)
      },
      displayStyle: .tuple
    )
  }

  private init(content: some NavigationBundleContent) {
    let rows = content.rows
    description = "\(type(of: content)) \(rows.bundleDescription)"
    customMirror = Mirror(content, children: rows.map(\.shown), displayStyle: .struct)
  }

  /// Shows a value by other children.
  ///
  /// The description of a content redacts private rows by itself, also inside another value.
  private init<Value>(_ value: Value, children: [Mirror.Child], _ style: Mirror.DisplayStyle?) {
    description = String(reflecting: value)
    customMirror = Mirror(value, children: children, displayStyle: style)
  }

  /// Returns nil for a value without contents.
  private static func redacting(_ value: Any, _ depth: Int) -> ShownValue? {
    if let content = value as? any NavigationBundleContent { return ShownValue(content: content) }
    let mirror = Mirror(reflecting: value)
    // The parts of an object may be in use elsewhere.
    if mirror.displayStyle == .class || depth == maximumDepth {
      return ShownValue(value, children: [], mirror.displayStyle)
    }
    var hasContent = false
    let children = mirror.children.map { label, child -> Mirror.Child in
      guard let shown = redacting(child, depth + 1) else { return (label, child) }
      hasContent = true
      return (label, shown)
    }
    return hasContent ? ShownValue(value, children: children, mirror.displayStyle) : nil
  }
}
