/// A first-in first-out queue with amortised constant cost at both ends.
@usableFromInline
@frozen
package struct FIFOQueue<Element> {
  @usableFromInline
  var elements: [Element?] = []
  @usableFromInline
  var head = 0

  @inlinable
  package init() {}

  @inlinable
  package var count: Int { elements.count - head }
  @inlinable
  package var isEmpty: Bool { head == elements.count }
  @inlinable
  package var first: Element? { isEmpty ? nil : elements[head] }

  /// The element at a distance from the front, which must be less than the count.
  @inlinable
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
  @inlinable
  package mutating func popLast() -> Element? {
    isEmpty ? nil : elements.removeLast()
  }

  /// Removes the element with an identifier, in a queue whose identifiers ascend.
  ///
  /// By bisection: of ten thousand who wait, all may be cancelled, in any order.
  @inlinable
  package mutating func remove(id: Int, by idOf: (Element) -> Int) -> Element? {
    var low = head
    var high = elements.count
    while low < high {
      let middle = low + (high - low) / 2
      guard let element = elements[middle] else { return nil }
      if idOf(element) < id { low = middle + 1 } else { high = middle }
    }
    guard low < elements.count, let element = elements[low], idOf(element) == id else { return nil }
    return elements.remove(at: low)
  }

  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  @inlinable
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

  @inlinable
  package mutating func removeAll() -> [Element] {
    defer { self = FIFOQueue() }
    return elements[head...].compactMap { $0 }
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}
