// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public enum UIUserInterfaceSizeClass: Sendable { case unspecified, compact, regular }

@MainActor
open class UITraitCollection: NSObject {
  public let horizontalSizeClass: UIUserInterfaceSizeClass

  public init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.horizontalSizeClass = horizontalSizeClass
  }
}

/// What a controller sets for itself and its children; a protocol in UIKit.
public struct UITraitOverrides {
  public var horizontalSizeClass = UIUserInterfaceSizeClass.unspecified
}

public protocol UITraitDefinition {}
public typealias UITrait = any UITraitDefinition.Type
public struct UITraitHorizontalSizeClass: UITraitDefinition {}

@MainActor
public protocol UITraitChangeRegistration {}

private struct StubTraitChangeRegistration: UITraitChangeRegistration {}

@MainActor
public protocol UITraitChangeObservable: AnyObject {
  func addTraitHandler(_ handler: @escaping () -> Void)
}

extension UITraitChangeObservable {
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait],
    handler: @escaping (Self, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    addTraitHandler { [weak self] in
      // The handler gets the previous traits.
      if let self { handler(self, UITraitCollection(horizontalSizeClass: .unspecified)) }
    }
    return StubTraitChangeRegistration()
  }
}

extension UIViewController: UITraitChangeObservable {
  public func addTraitHandler(_ handler: @escaping () -> Void) { traitHandlers.append(handler) }

  public var traitCollection: UITraitCollection {
    UITraitCollection(horizontalSizeClass: horizontalSizeClass)
  }

  private var horizontalSizeClass: UIUserInterfaceSizeClass {
    if traitOverrides.horizontalSizeClass != .unspecified {
      return traitOverrides.horizontalSizeClass
    }
    if let parent { return parent.horizontalSizeClass }
    guard let window = stubWindow else { return .unspecified }
    let isSheet = ![.fullScreen, .overFullScreen].contains(modalPresentationStyle)
    if ownPresenter != nil, isSheet { return .compact }
    return window.isWide ? .regular : .compact
  }
}
