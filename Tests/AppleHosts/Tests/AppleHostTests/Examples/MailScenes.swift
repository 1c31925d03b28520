import KalugaArchitecture
import MailFeatures
import SwiftUI
import UIKit

@testable import MailApple

/// The screens of Mail in a window, and its user.
@MainActor
protocol MailScene: AnyObject {
  /// Whether the window has place for two columns.
  var isWide: Bool { get set }
  /// The texts, buttons and fields on the screen.
  var texts: [String] { get }
  var problems: [String] { get }

  func tap(_ title: String)
  func type(_ text: String, into title: String)
  /// Goes back in the list, which is column 0, or in the letter beside it.
  func swipeBack(inColumn column: Int)
  func settle()
  /// Ends the window.
  func close()
}

/// A framework that draws Mail.
enum MailFramework: CaseIterable {
  case swiftUI, uiKit

  @MainActor
  func show(
    _ driver: NavigationDriver<MailFeatures.MailScreen>,
    isWide: Bool
  ) -> any MailScene {
    switch self {
    case .swiftUI: SwiftUIMailScene(driver, isWide: isWide)
    case .uiKit: UIKitMailScene(driver, isWide: isWide)
    }
  }
}

@MainActor
private final class SwiftUIMailScene: MailScene {
  private let app: Renderer

  init(_ driver: NavigationDriver<MailFeatures.MailScreen>, isWide: Bool) {
    var isSized = false
    app = Renderer { if isSized { MailInSwiftUI(driver: driver) } }
    app.isWide = isWide
    isSized = true
    app.redraw()
  }

  var isWide: Bool {
    get { app.isWide }
    set { app.isWide = newValue }
  }
  var texts: [String] { app.texts }
  var problems: [String] { app.problems }

  func tap(_ title: String) { app.tap(title) }
  func type(_ text: String, into title: String) { app.type(text, into: title) }
  func swipeBack(inColumn column: Int) {
    app.beginSwipeBack(inColumn: column)
    app.finishSwipeBack()
  }
  func settle() { app.settle() }
  func close() { app.close() }
}

/// The controller of the screens in an active scene.
@MainActor
private final class UIKitMailScene: MailScene {
  private let scene = UIWindowScene()
  private let window: UIWindow

  init(_ driver: NavigationDriver<MailFeatures.MailScreen>, isWide: Bool) {
    window = UIWindow(windowScene: scene)
    window.isWide = isWide
    scene.enter(.foregroundActive)
    window.rootViewController = makeMailHost(driver)
    window.makeKeyAndVisible()
    window.settle()
  }

  var isWide: Bool {
    get { window.isWide }
    set { window.isWide = newValue }
  }
  var texts: [String] { window.texts }
  var problems: [String] { window.problems }

  func tap(_ title: String) { window.tap(title) }
  func type(_ text: String, into title: String) { window.type(text, into: title) }
  func swipeBack(inColumn column: Int) {
    window.beginSwipeBack(inColumn: column)
    window.finishGesture()
  }
  func settle() { window.settle() }
  func close() { window.rootViewController = nil }
}
