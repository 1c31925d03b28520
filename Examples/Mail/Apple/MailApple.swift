#if canImport(SwiftUI)
  import MailShared
  import SwiftUI

  #if os(macOS)
    import AppKit
  #endif

  /// The letters of the terminal app, in SwiftUI and in UIKit.
  ///
  /// The bundle of an app names the scheme `mail` of its links in `CFBundleURLTypes`.
  @main
  struct MailApple: App {
    private let mailbox = EmbeddedMailbox()

    init() {
      #if os(macOS)
        // `swift run` starts the program without a bundle, and macOS then counts it as a tool. This
        // has not been tried on a Mac yet.
        NSApplication.shared.setActivationPolicy(.regular)
        NSApplication.shared.activate()
      #endif
    }

    var body: some Scene {
      WindowGroup { MailWindow(mailbox) }
    }
  }
#else
  @main
  enum MailApple {
    static func main() {
      print("This app needs SwiftUI: run it on a Mac. Mail shows the same letters here.")
    }
  }
#endif
