#if canImport(SwiftUI)
  import Foundation
  import KalugaSwiftUI
  import MailFeatures
  import SwiftUI

  /// Draws a window in either framework, where there are both.
  ///
  /// The view models stay when the other framework draws them, and so does the draft of a reply.
  struct MailWindow: View {
    @StateViewModel private var window: MailWindowViewModel
    @State private var isInUIKit = false

    init(_ mailbox: any Mailbox) {
      _window = StateViewModel(wrappedValue: MailWindowViewModel(mailbox))
    }

    var body: some View {
      VStack {
        #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
          if isInUIKit {
            MailInUIKit(driver: window.driver).ignoresSafeArea()
          } else {
            MailInSwiftUI(driver: window.driver)
          }
          Button(isInUIKit ? "Draw in SwiftUI" : "Draw in UIKit") { isInUIKit.toggle() }
        #else
          MailInSwiftUI(driver: window.driver)
        #endif
      }
      .onOpenURL { window.open($0.absoluteString) }
      .lifecycle(of: window)
    }
  }
#endif
