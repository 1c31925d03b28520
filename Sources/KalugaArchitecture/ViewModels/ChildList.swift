/// The children of a view model, in the order of addition.
///
/// Adding and removing a child take constant time: a child knows its place, and leaves a gap there.
/// All gaps are closed when there are more of them than children.
@MainActor
struct ChildList {
  private var places: [BaseLifecycleViewModel?] = []
  private var gaps = 0

  var isEmpty: Bool { places.count == gaps }

  var all: [BaseLifecycleViewModel] { places.compactMap(\.self) }

  mutating func append(_ child: BaseLifecycleViewModel) {
    child.placeInParent = places.count
    places.append(child)
  }

  /// Removes a child of the list.
  mutating func remove(_ child: BaseLifecycleViewModel) {
    places[child.placeInParent] = nil
    gaps += 1
    if gaps > places.count / 2 { closeGaps() }
  }

  private mutating func closeGaps() {
    places.removeAll { $0 == nil }
    gaps = 0
    for (place, child) in places.enumerated() { child?.placeInParent = place }
  }
}
