/// The heights at which a host draws a layer as a sheet.
package struct SheetHeights: Equatable {
  /// The heights at which the sheet rests.
  package let detents: [PresentationStyle.Detent]
  /// The largest of them at which the user can use the screen below, or nil if there is none.
  package let largestUndimmed: PresentationStyle.Detent?

  /// A sheet that covers partly and whose request names no heights must not hide the screen below.
  package init(_ style: PresentationStyle?, coversPartly: Bool) {
    if case .sheet(let requested) = style, !requested.isEmpty {
      detents = requested
    } else {
      detents = coversPartly ? [.medium, .large] : [.large]
    }
    let partial = detents.filter(\.isPartial)
    let usable = partial.isEmpty ? detents : partial
    largestUndimmed = coversPartly ? usable.max { $0.partOfScreen < $1.partOfScreen } : nil
  }
}

extension PresentationStyle.Detent {
  /// About which part of the screen a sheet of this height covers.
  ///
  /// Heights in points are compared with the others as on a screen of 800 points.
  fileprivate var partOfScreen: Double {
    switch self {
    case .medium: 0.5
    case .large: 1
    case .fraction(let part): part
    case .height(let points): points / 800
    }
  }
}
