/// A first-in first-out queue with amortised constant cost at both ends.
package struct FIFOQueue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  package init() {}

  package var count: Int { elements.count - head }
  package var isEmpty: Bool { head == elements.count }
  package var first: Element? { isEmpty ? nil : elements[head] }

  /// The element at a distance from the front, which must be less than the count.
  package subscript(offset: Int) -> Element {
    get {
      guard let element = elements[head + offset] else {
        // Only slots before the head are ever emptied.
        preconditionFailure("the slot \(offset) of \(count) is empty")
      }
      return element
    }
    set { elements[head + offset] = newValue }
  }

  /// Removes the newest element.
  package mutating func popLast() -> Element? {
    isEmpty ? nil : elements.removeLast()
  }

  /// Removes the oldest element that fits.
  package mutating func removeFirst(where fits: (Element) -> Bool) -> Element? {
    let index = elements[head...].firstIndex { element in element.map(fits) ?? false }
    guard let index else { return nil }
    return elements.remove(at: index)
  }

  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    // Emptied at once: what was taken must not be kept alive by the slot it stood in.
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: elements.capacity <= 64)
      head = 0
    } else if head > 32, head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  package mutating func removeAll() -> [Element] {
    defer { self = FIFOQueue() }
    return elements[head...].compactMap { $0 }
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}
