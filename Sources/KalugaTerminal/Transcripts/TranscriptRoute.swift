public import KalugaArchitecture

/// Says what a name in a transcript stands for, so that the transcript can be replayed.
///
///     let routes: [TranscriptRoute<Screen>] = [
///       TranscriptRoute(.edit),
///       TranscriptRoute("summary", Profile.bundleSpec) { .summary($0) },
///       .result(of: "summary", Profile.bundleSpec) { NavigationResult($0) },
///     ]
public struct TranscriptRoute<Destination: Codable & Hashable & Sendable>: Sendable {
  enum Target: Sendable {
    case screen(@Sendable ([NavigationBundleRow]) throws(NavigationBundleError) -> Destination)
    /// A screen that needs no row.
    case fixed(Destination)
    case result(
      @Sendable ([NavigationBundleRow]) throws(NavigationBundleError) -> NavigationResult?
    )
  }

  /// The name of the screen in transcripts.
  public let name: String

  let target: Target

  /// A screen whose data is read from the rows of the transition with a spec.
  public init<Content>(
    _ name: String,
    _ spec: NavigationBundleSpec<Content>,
    screen: @escaping @Sendable (Content) -> Destination
  ) {
    self.name = name
    target = .screen { rows throws(NavigationBundleError) in screen(try spec.content(from: rows)) }
  }

  /// A screen that is always the same; rows that came with it are not read.
  ///
  /// A payload that has no rows is not in any transcript: here it is given.
  public init(_ screen: Destination) {
    name = caseName(of: screen)
    target = .fixed(screen)
  }

  /// The result of a screen, read from the rows of the transition that left it; nil if those were
  /// no result, but the data of the action.
  public static func result<Content>(
    of name: String,
    _ spec: NavigationBundleSpec<Content>,
    result: @escaping @Sendable (Content) -> NavigationResult?
  ) -> Self {
    Self(
      name: name,
      target: .result { rows throws(NavigationBundleError) in
        result(try spec.content(from: rows))
      }
    )
  }

  private init(name: String, target: Target) {
    self.name = name
    self.target = target
  }

  var isResult: Bool {
    if case .result = target { true } else { false }
  }
}
