/// The links of one module, for a table that joins several modules.
///
///     let links = try DeepLinks(scheme: "shop", host: "open", joining: [
///       DeepLinkModule(routes: [DeepLinkRoute("", screens: [AppScreen.home])]),
///       DeepLinkModule(AppScreen.wizards, after: [.home], routes: WizardScreen.routes),
///     ])
public struct DeepLinkModule<Destination: NavigationDestination>: Sendable {
  /// The name of the module in errors: the type of its destinations.
  let name: String
  /// The identity of the module's embedding, or empty for the app itself.
  let embedding: [Int]
  let routes: [DeepLinkRoute<Destination>]

  /// Creates the links of the app itself.
  public init(routes: [DeepLinkRoute<Destination>]) {
    name = "\(Destination.self)"
    embedding = []
    self.routes = routes
  }

  /// Creates the links of a module that the app embeds.
  ///
  /// - Parameters:
  ///   - embedding: Embeds the destinations of the module.
  ///   - path: Words in front of the paths of the module, such as `setup` or `shop/setup`.
  ///   - screens: The screens of the app under those of the module, root first.
  ///   - routes: The routes of the module, which do not know the app.
  public init<Inner>(
    _ embedding: NavigationEmbedding<Inner, Destination>,
    path: String = "",
    after screens: [Destination] = [],
    routes: [DeepLinkRoute<Inner>]
  ) {
    name = embedding.moduleName
    self.embedding = embedding.identity
    self.routes = routes.map { $0.embedded(in: embedding, path: path, after: screens) }
  }
}

extension DeepLinks {
  /// Creates the links of an app from those of its modules.
  ///
  /// Routes are tried in order. In contrast to the other initializers, two routes of different modules
  /// must not have the same path.
  ///
  /// - Throws: ``DeepLinkError/samePath(paths:modules:)`` or ``DeepLinkError/joinedTwice(module:)``.
  public init(
    scheme: String,
    host: String,
    maximumLength: Int = 16_384,
    joining modules: [DeepLinkModule<Destination>],
    file: StaticString = #file,
    line: UInt = #line
  ) throws(DeepLinkError) {
    try self.init(
      origins: [(scheme: scheme, host: host)],
      maximumLength: maximumLength,
      joining: modules,
      file: file,
      line: line
    )
  }

  /// Creates the links of an app from those of its modules, with several pairs of a scheme and a
  /// host.
  ///
  /// See ``init(scheme:host:maximumLength:joining:file:line:)``.
  public init(
    origins: [(scheme: String, host: String)],
    maximumLength: Int = 16_384,
    joining modules: [DeepLinkModule<Destination>],
    file: StaticString = #file,
    line: UInt = #line
  ) throws(DeepLinkError) {
    var owners: [DeepLinkPattern: (path: String, module: String)] = [:]
    var embeddings: Set<[Int]> = []
    for module in modules {
      if !module.embedding.isEmpty, !embeddings.insert(module.embedding).inserted {
        throw .joinedTwice(module: module.name)
      }
      for route in module.routes {
        guard let owner = owners[route.pattern.withoutKeys] else { continue }
        throw .samePath(
          paths: [owner.path, "\(route.pattern)"],
          modules: [owner.module, module.name]
        )
      }
      for route in module.routes {
        owners[route.pattern.withoutKeys] = ("\(route.pattern)", module.name)
      }
    }
    self.init(
      origins: origins,
      maximumLength: maximumLength,
      routes: modules.flatMap(\.routes),
      file: file,
      line: line
    )
    self.modules = modules.map(\.name)
  }
}

extension DeepLinkRoute {
  /// Returns the route in an app that embeds the module.
  fileprivate func embedded<Outer>(
    in embedding: NavigationEmbedding<Destination, Outer>,
    path: String,
    after base: [Outer]
  ) -> DeepLinkRoute<Outer> {
    // An empty word, at a slash around the path, would be in no link that other programs write.
    let words = DeepLinkPattern(words: path).parts.filter { $0 != .word("") }
    return DeepLinkRoute<Outer>(
      pattern: DeepLinkPattern(words + pattern.parts),
      screens: { rows throws(NavigationBundleError) in
        base + (try screens(rows)).map(embedding.embed)
      },
      rows: { shown in
        guard shown.starts(with: base) else { return nil }
        let own = shown.dropFirst(base.count)
        let inner = own.compactMap(embedding.extract)
        return inner.count == own.count ? rows(inner) : nil
      }
    )
  }
}

extension DeepLinkPattern {
  /// The path, in which all rows are equal: two routes with the same one read the same links.
  fileprivate var withoutKeys: DeepLinkPattern {
    DeepLinkPattern(
      (parts.last == .word("") ? parts.dropLast() : parts).map { part in
        if case .row = part { .row(key: "") } else { part }
      }
    )
  }
}
