/// Returns the description of an argument for failures, shortened if it is long.
func argumentText<Value>(_ value: Value) -> String {
  let text = (value as? String).map(String.init(reflecting:)) ?? String(describing: value)
  return text.count <= 60 ? text : "\(text.prefix(59))…"
}

/// Returns the list of the newest calls for failures, with a mark for those that match.
func callList(_ calls: [(text: String, fits: Bool)], total: Int) -> String {
  let hidden = total - calls.count
  let earlier = hidden > 0 ? ["  … \(hidden) earlier"] : []
  return (earlier + calls.map { "  \($0.fits ? "*" : "-") \($0.text)" }).joined(separator: "\n")
}

/// The number of calls that a failure lists.
let listedCallLimit = 10
