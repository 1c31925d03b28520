/// The name of a scope, for diagnostics.
///
/// The name of a type is looked up only when it is shown, because the lookup takes longer than
/// creating the scope.
enum TaskScopeName: Sendable {
  case text(String)
  case type(Any.Type, suffix: String = "")

  var text: String {
    switch self {
    case .text(let text): text
    case .type(let type, let suffix): "\(type)\(suffix)"
    }
  }
}
