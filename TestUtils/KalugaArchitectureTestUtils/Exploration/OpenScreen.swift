import KalugaArchitecture

/// A screen of a shown path, and how it was opened.
struct OpenScreen<Destination: NavigationDestination>: Hashable, Sendable {
  let destination: Destination
  let isPresented: Bool

  /// The screens of the shown paths, lowest layer first.
  static func all(of stack: BackStack<Destination>) -> [Self] {
    stack.shownPaths.enumerated().flatMap { layer, path in
      path.enumerated().map { index, entry in
        Self(destination: entry.destination, isPresented: layer > 0 && index == 0)
      }
    }
  }
}

extension OpenScreen: CustomStringConvertible {
  var description: String { "\(isPresented ? "present" : "push")(\(destination.screenName))" }
}

extension Collection where Element: Equatable {
  /// The shortest end that the collection has twice in a row; nil if it has none.
  var repeatedEnd: [Element]? {
    let elements = Array(self)
    guard elements.count > 1 else { return nil }
    return (1...elements.count / 2).lazy.map { Array(elements.suffix($0)) }
      .first { elements.dropLast($0.count).suffix($0.count).elementsEqual($0) }
  }
}
