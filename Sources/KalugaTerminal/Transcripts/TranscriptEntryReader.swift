import KalugaArchitecture

/// Finds the operation behind one entry of a transcript.
struct TranscriptEntryReader<Destination: Codable & Hashable & Sendable> {
  typealias Spec = NavigationSpec<Destination>
  typealias Redaction = TranscriptReplay<Destination>.Redaction

  private let number: Int
  private let entry: TranscriptEntry
  private let routes: [TranscriptRoute<Destination>]
  private let value: (Redaction) -> NavigationBundleValue?

  init(
    number: Int,
    entry: TranscriptEntry,
    _ routes: [TranscriptRoute<Destination>],
    _ value: @escaping (Redaction) -> NavigationBundleValue?
  ) {
    self.number = number
    self.entry = entry
    self.routes = routes
    self.value = value
  }

  /// The operation that leads from a stack to the recorded one, and that stack.
  ///
  /// The line does not show everything that an operation has, as the screen of a `popTo` that takes
  /// it away too. Of those that may be meant, the first counts that leads to the recorded stack.
  func operation(
    on stack: BackStack<Destination>
  ) throws(TranscriptReplayFailure) -> (Spec, BackStack<Destination>) {
    var reason: TranscriptReplayError.Reason?
    for spec in try candidates(on: stack) {
      do throws(NavigationError) {
        let next = try stack.applying(spec)
        if "\(next)" == entry.stack { return (spec, next) }
        reason = reason ?? .differentStack(expected: entry.stack, found: "\(next)")
      } catch {
        reason = reason ?? .refused(error)
      }
    }
    // What the likeliest of them leads to says most.
    throw .init(reason ?? .differentStack(expected: entry.stack, found: "\(stack)"))
  }

  private func candidates(
    on stack: BackStack<Destination>
  ) throws(TranscriptReplayFailure) -> [Spec] {
    let level = stack.levels[stack.levels.count - 1]
    switch entry.kind {
    case "push": return [.push(try screen(entry.to))]
    case "replace": return [.replace(try screen(entry.to))]
    case "present": return [.present(try screen(entry.to))]
    case "replacePresented": return [.replacePresented(try screen(entry.to))]
    case "pop": return [.pop(result: try result(of: entry.from ?? entry.to))]
    case "dismiss":
      // The line names the screen that was shown; the result is that of the stack it was in.
      let giver = stack.entryGivingResult(of: .dismiss())
      return [.dismiss(result: try result(of: caseName(of: giver.destination)))]
    case "popToRoot": return [.popToRoot]
    case "popTo":
      return level.path.reversed().flatMap { screen -> [Spec] in
        [.popTo(screen.destination), .popTo(screen.destination, inclusive: true)]
      }
    case "replaceAbove":
      let opened = try screen(entry.to)
      return level.path.reversed().map { .replaceAbove($0.destination, with: opened) }
    case "close":
      return try closings(on: stack)
    case "closeEntry": return stack.entries.reversed().map { .closeEntry($0.id) }
    case "setRoot": return [.setRoot(try screen(entry.to))]
    case "selectTab": return level.tabs.indices.map { .selectTab($0) }
    case "tabs": return [try tabs(keeping: level.tabs)]
    case "open":
      let screens = try screens(keeping: stack.levels[0].path)
      return screens.first.map { [.open(root: $0, Array(screens.dropFirst()))] } ?? []
    default: throw .init(.unknownKind(entry.kind))
    }
  }

  /// One operation for each screen that may have been closed with the result that the rows are.
  private func closings(
    on stack: BackStack<Destination>
  ) throws(TranscriptReplayFailure) -> [Spec] {
    var specs: [Spec] = []
    var failure: TranscriptReplayFailure?
    for screen in stack.layers.joined().reversed().map(\.destination) {
      do throws(TranscriptReplayFailure) {
        specs.append(.close(screen, result: try result(of: caseName(of: screen))))
      } catch {
        failure = failure ?? error
      }
    }
    if specs.isEmpty, let failure { throw failure }
    return specs
  }

  // MARK: Screens and results

  /// The screen with the data that the rows of this entry hold.
  private func screen(_ name: String) throws(TranscriptReplayFailure) -> Destination {
    let candidates = routes.filter { !$0.isResult }
    switch candidates.first(where: { $0.name == name })?.target {
    case .fixed(let screen): return screen
    case .screen(let make): return try read(make, of: name)
    case .result, nil: throw .init(.unknownScreen(name, known: candidates.map(\.name)))
    }
  }

  /// Tabs that begin with the screens of the recorded ones.
  ///
  /// The rows belong to the one that is shown, unless it was there already.
  private func tabs(
    keeping old: [[BackStack<Destination>.Entry]]
  ) throws(TranscriptReplayFailure) -> Spec {
    let paths = lastLevel.split(separator: " | ")
    let selected = paths.firstIndex { $0.contains("*") } ?? 0
    var old = old
    var roots: [Destination] = []
    for (index, path) in paths.enumerated() {
      let names = Self.names(path)
      let kept = old.firstIndex { $0.map { caseName(of: $0.destination) } == names }
        .map { old.remove(at: $0)[0].destination }
      let hasRows = index == selected && names.count == 1 && !entry.rows.isEmpty
      if let kept, !hasRows {
        roots.append(kept)
      } else {
        roots.append(try index == selected ? screen(names[0]) : fixedScreen(names[0]))
      }
    }
    return .tabs(roots, selected: selected)
  }

  private var lastLevel: Substring {
    entry.stack.split(separator: " ▸ ").last ?? ""
  }

  /// The names in one stack; never empty.
  private static func names(_ path: Substring) -> [String] {
    path.filter { !"{*[]}".contains($0) }
      .split(separator: ", ", omittingEmptySubsequences: false).map(String.init)
  }

  /// The screens of the last level of the recorded stack.
  ///
  /// The rows belong to the one that is shown. The others need none, or are there already.
  private func screens(
    keeping path: [BackStack<Destination>.Entry]
  ) throws(TranscriptReplayFailure) -> [Destination] {
    let names = Self.names(lastLevel)
    let shown = names.count - 1
    var kept = path.prefix(names.count).map(\.destination)
    var screens: [Destination] = []
    for (index, name) in names.enumerated() {
      if index == shown {
        screens.append(try screen(name))
      } else if index < kept.count, caseName(of: kept[index]) == name {
        screens.append(kept[index])
      } else {
        kept = []
        screens.append(try fixedScreen(name))
      }
    }
    return screens
  }

  private func fixedScreen(_ name: String) throws(TranscriptReplayFailure) -> Destination {
    for route in routes where route.name == name {
      switch route.target {
      case .fixed(let screen): return screen
      case .screen: throw .init(.hiddenRows(screen: name))
      case .result: break
      }
    }
    throw .init(.unknownScreen(name, known: routes.filter { !$0.isResult }.map(\.name)))
  }

  private func result(
    of name: String
  ) throws(TranscriptReplayFailure) -> NavigationResult? {
    guard !entry.rows.isEmpty else { return nil }
    for route in routes where route.name == name {
      if case .result(let make) = route.target { return try read(make, of: name) }
    }
    throw .init(.unknownResult(screen: name))
  }

  // MARK: Rows

  private func read<Output>(
    _ make: ([NavigationBundleRow]) throws(NavigationBundleError) -> Output,
    of screen: String
  ) throws(TranscriptReplayFailure) -> Output {
    var redacted: [String] = []
    let rows = TranscriptRowsEditor { _, isPrivate, path in
      guard isPrivate else { return nil }
      if let value = value(Redaction(entry: number, screen: screen, row: path)) { return value }
      redacted.append(path)
      return nil
    }
    .edit(entry.rows)
    guard redacted.isEmpty else { throw .init(.redacted(screen: screen, rows: redacted)) }
    do throws(NavigationBundleError) {
      return try make(rows)
    } catch {
      return try readAsJSON(rows, make, of: screen, after: error)
    }
  }

  /// Reads again what did not fit, as JSON: the transcript does not tell it from other values.
  ///
  /// A row of another type takes no JSON, so that nothing is accepted which should not be.
  private func readAsJSON<Output>(
    _ rows: [NavigationBundleRow],
    _ make: ([NavigationBundleRow]) throws(NavigationBundleError) -> Output,
    of screen: String,
    after error: NavigationBundleError
  ) throws(TranscriptReplayFailure) -> Output {
    let paths = Set(error.problems.map(\.path))
    let editor = TranscriptRowsEditor { value, _, path in
      paths.contains(path) ? value.json.map { .serialized($0) } : nil
    }
    // What the first try says is about what the transcript shows.
    guard let output = try? make(editor.edit(rows)) else {
      throw .init(.badRows(screen: screen, error))
    }
    return output
  }
}
