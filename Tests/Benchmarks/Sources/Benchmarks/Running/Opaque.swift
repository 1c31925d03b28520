/// Returns what it is given, and the optimizer does not know it: no loop is computed in advance.
@_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }

/// The same for numbers, at the price of a call.
@_optimize(none)
func opaque(_ value: Int) -> Int { value }
