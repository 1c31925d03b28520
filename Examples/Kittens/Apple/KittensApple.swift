#if canImport(SwiftUI)
  import Foundation
  import KittensFeatures
  import SwiftUI

  #if os(macOS)
    import AppKit
  #endif

  /// The list of kittens of the terminal app, in SwiftUI and in UIKit.
  ///
  /// With the arguments `-endpoint URL`, it loads images from that server.
  @main
  struct KittensApple: App {
    private let kittens = KittensNetwork()

    init() {
      #if os(macOS)
        // `swift run` starts the program without a bundle, and macOS then counts it as a tool. This has
        // not been tried on a Mac yet.
        NSApplication.shared.setActivationPolicy(.regular)
        NSApplication.shared.activate()
      #endif
    }

    var body: some Scene {
      WindowGroup { KittensWindow(kittens) }
    }
  }

  /// Where the lists and pictures come from.
  struct KittensNetwork {
    let source: any KittenDataSource
    let pictures: any KittenImageLoader

    init() {
      // Arguments of the program are defaults of the user, too.
      if let endpoint = UserDefaults.standard.string(forKey: "endpoint").flatMap(URL.init) {
        (source, pictures) = (HTTPKittenDataSource(endpoint: endpoint), HTTPKittenImageLoader())
      } else {
        let kittens = EmbeddedKittenDataSource(count: 40)
        (source, pictures) = (kittens, kittens)
      }
    }

    @MainActor
    func makeComponent() -> KittensComponent {
      makeKittensComponent(makeKittensStore(source: source))
    }
  }

  /// Shows the list, in both frameworks where there are both.
  struct KittensWindow: View {
    private let kittens: KittensNetwork
    @State private var tab = 0

    init(_ kittens: KittensNetwork) {
      self.kittens = kittens
    }

    var body: some View {
      #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
        TabView(selection: $tab) {
          screen.tabItem { Text("SwiftUI") }.tag(0)
          KittensInUIKit(kittens: kittens).tabItem { Text("UIKit") }.tag(1)
        }
      #else
        screen
      #endif
    }

    private var screen: some View {
      KittensScreen(kittens.makeComponent(), pictures: kittens.pictures)
    }
  }
#else
  @main
  enum KittensApple {
    static func main() {
      print("This app needs SwiftUI: run it on a Mac. Kittens shows the same list here.")
    }
  }
#endif
