#if os(macOS)
  import AppKit

  /// Makes the program an app with windows that can have the keyboard.
  ///
  /// `swift run` starts it without a bundle, and macOS then counts it as a tool: its windows appear
  /// behind those of the terminal, and text that the user types goes there. In an app with a bundle,
  /// this changes nothing. It has not been tried on a Mac yet.
  final class AppDelegate: NSObject, NSApplicationDelegate {
    func applicationDidFinishLaunching(_ notification: Notification) {
      NSApplication.shared.setActivationPolicy(.regular)
      NSApplication.shared.activate()
    }
  }
#endif
