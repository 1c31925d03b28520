extension NavigationSpec: CustomReflectable {
  /// The payload, with private rows redacted.
  public var customMirror: Mirror {
    let name = if case .animated = self { "animated" } else { kind }
    return Mirror(self, children: shownPayload.map { [(name, $0)] } ?? [], displayStyle: .enum)
  }

  private var shownPayload: Any? {
    switch self {
    case .push(let screen), .showDetail(let screen), .replace(let screen),
      .present(let screen, nil, nil),
      .replacePresented(let screen, nil, nil), .setRoot(let screen), .selectTabOf(let screen),
      .bringToFront(let screen):
      ShownValue.of(screen)
    case .present(let screen, let style?, nil), .replacePresented(let screen, let style?, nil):
      ShownValue(payload: ["": screen, "style": style])
    case .present(let screen, let style, let covering),
      .replacePresented(let screen, let style, let covering):
      ShownValue(payload: ["": screen, "style": style as Any, "covering": covering as Any])
    case .popTo(let screen, let inclusive, let result):
      ShownValue(payload: ["": screen, "inclusive": inclusive, "result": result as Any])
    case .popToEntry(let id, let inclusive, let result):
      ShownValue(payload: ["": id, "inclusive": inclusive, "result": result as Any])
    case .popToScreen(let inclusive, let result, _):
      ShownValue(payload: ["inclusive": inclusive, "result": result as Any])
    case .replaceAbove(let base, let screen): ShownValue(payload: ["": base, "with": screen])
    case .close(let screen, let result):
      ShownValue(payload: ["": screen, "result": result as Any])
    case .closeEntry(let id, let result): ShownValue(payload: ["": id, "result": result as Any])
    case .tabs(let roots, let selected):
      ShownValue(payload: ["": roots, "selected": selected])
    case .selectTab(let index): index
    case .pushInTab(let screen, let root): ShownValue(payload: ["": screen, "of": root])
    case .openInTab(let screens, let root): ShownValue(payload: ["": screens, "of": root])
    case .open(let root, let rest): ShownValue(payload: ["root": root, "": rest])
    case .update(let id, let screen): ShownValue(payload: ["": id, "to": screen])
    case .below(let spec): spec
    case .steps(let specs): specs
    case .animated(let spec, let isAnimated):
      ShownValue(payload: ["": spec, "isAnimated": isAnimated])
    case .ask(let question): question
    case .answer(let name): name as Any
    case .launch(let effect): ShownValue.of(effect)
    default: result.map { ShownValue(payload: ["result": $0]) }
    }
  }
}
