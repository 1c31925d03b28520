#if canImport(SwiftUI)
  import KalugaArchitecture
  import KalugaSwiftUI
  import SwiftUI

  /// The features of NavigatorExample, which run in a terminal there, shown by SwiftUI.
  @main
  struct AppleApp: App {
    @State private var driver = Screens.makeDriver()

    var body: some Scene {
      WindowGroup { AppView(driver: driver) }
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
