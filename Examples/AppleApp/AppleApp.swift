#if canImport(SwiftUI)
  import SwiftUI

  /// The features of NavigatorExample, which run in a terminal there, shown by SwiftUI.
  @main
  struct AppleApp: App {
    #if os(macOS)
      @NSApplicationDelegateAdaptor(AppDelegate.self) private var delegate
    #endif

    var body: some Scene {
      WindowGroup { WindowView() }
    }
  }
#else
  @main
  enum AppleApp {
    static func main() {
      print("This app needs SwiftUI: run it on a Mac. NavigatorExample has its features here.")
    }
  }
#endif
