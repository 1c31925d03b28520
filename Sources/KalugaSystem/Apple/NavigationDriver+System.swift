#if canImport(UIKit) || canImport(AppKit)
  public import KalugaArchitecture

  #if canImport(UIKit)
    public import UIKit
  #else
    import AppKit
  #endif

  #if os(watchOS)
    import WatchKit
  #endif

  extension NavigationDriver {
    #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
      /// Carries out links, mails and what is shared, until the token is disposed.
      ///
      ///     _ = driver.carryOutSystemEffects()  // as long as the driver
      ///
      /// Call it once, where the driver is made, in an app with SwiftUI or UIKit. A handler that the app
      /// adds later for one of these types is called instead. What the system shows is presented over the
      /// controller, or over the key window of the active scene. An app with several windows must pass
      /// the controller.
      ///
      /// An effect is refused with `NavigationError.unavailable` if no app opens its link, if a mail has
      /// attachments and the device has no mail account, and if there is no window. What is shown already
      /// is not shown again: after a second tap, the request is late (`NavigationError.isLate`).
      ///
      /// - Parameter controller: A controller of the window; it is held weakly.
      /// - Returns: A token that removes the handlers.
      public func carryOutSystemEffects(
        over controller: UIViewController? = nil
      ) -> any Disposable {
        let isGiven = controller != nil
        let presenter = Presenter { [weak controller] in
          isGiven ? controller : activeController()
        }
        return [
          onEffect(SystemLink.self) { link throws(NavigationError) in try await link.open() },
          onEffect(Mail.self) { mail throws(NavigationError) in
            guard !mail.attachments.isEmpty else { return try await mail.open() }
            try await mail.compose(with: presenter)
          },
          onEffect(Share.self) { share throws(NavigationError) in
            try await share.show(with: presenter)
          },
        ].asOne
      }
    #else
      /// Carries out links, and mails without attachments, until the token is disposed.
      ///
      ///     _ = driver.carryOutSystemEffects()  // as long as the driver
      ///
      /// An effect is refused with `NavigationError.unavailable` if no app opens its link. On
      /// watchOS, the system does not say whether one does.
      ///
      /// - Returns: A token that removes the handlers.
      public func carryOutSystemEffects() -> any Disposable {
        [
          onEffect(SystemLink.self) { link throws(NavigationError) in try await link.open() },
          onEffect(Mail.self) { mail throws(NavigationError) in try await mail.open() },
        ].asOne
      }
    #endif
  }

  #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    @MainActor
    private func activeController() -> UIViewController? {
      let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
      let active = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
      return active?.keyWindow?.rootViewController
    }
  #endif

  extension [any Disposable] {
    fileprivate var asOne: any Disposable {
      SimpleDisposable(onDispose: { for token in self { token.dispose() } })
    }
  }

  extension SystemLink {
    @MainActor
    fileprivate func open() async throws(NavigationError) {
      for link in links where await system(opens: link) { return }
      throw .unavailable(effect: target.rawValue)
    }
  }

  extension Mail {
    @MainActor
    fileprivate func open() async throws(NavigationError) {
      guard attachments.isEmpty, await system(opens: link) else {
        throw .unavailable(effect: "mail")
      }
    }
  }

  @MainActor
  private func system(opens link: String) async -> Bool {
    guard let url = URL(string: link) else { return false }
    #if os(watchOS)
      WKApplication.shared().openSystemURL(url)
      return true
    #elseif canImport(UIKit)
      return await UIApplication.shared.open(url)
    #else
      return NSWorkspace.shared.open(url)
    #endif
  }
#endif
