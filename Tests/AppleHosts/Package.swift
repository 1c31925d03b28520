// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the stubs of Apple's frameworks never reach users. It compiles the
// sources of the library and of the Apple products, through links, against the stubs, and tests
// them on Linux.

/// The same settings as in the root manifest.
///
/// No package depends on this one, so warnings can be errors.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "AppleHosts",
  // As in the root manifest, because uses of newer API are found by these.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  targets: [
    .target(name: "KalugaArchitecture", swiftSettings: settings),
    .target(
      name: "KalugaCoordinators",
      dependencies: ["KalugaArchitecture"],
      swiftSettings: settings
    ),
    .target(name: "KalugaStores", dependencies: ["KalugaArchitecture"], swiftSettings: settings),
    .target(
      name: "KalugaSystem",
      dependencies: ["KalugaArchitecture", "MessageUI", "UIKit", "UniformTypeIdentifiers"],
      swiftSettings: settings
    ),
    .target(name: "AVFoundation", swiftSettings: settings),
    .target(name: "MessageUI", dependencies: ["UIKit"], swiftSettings: settings),
    .target(name: "UniformTypeIdentifiers", swiftSettings: settings),
    .target(name: "SwiftUI", dependencies: ["UIKit"], swiftSettings: settings),
    .target(
      name: "KalugaSwiftUI",
      dependencies: ["KalugaArchitecture", "KalugaStores", "KalugaUIKit", "SwiftUI", "UIKit"],
      swiftSettings: settings
    ),
    .target(name: "UIKit", swiftSettings: settings),
    .target(name: "_Testing_UIKit", swiftSettings: settings),
    .target(
      name: "KalugaUIKit",
      dependencies: ["KalugaArchitecture", "UIKit"],
      swiftSettings: settings
    ),
    .target(
      name: "NavigatorExampleFeatures",
      dependencies: ["KalugaArchitecture"],
      swiftSettings: settings
    ),
    .target(
      name: "KittensFeatures",
      dependencies: ["KalugaArchitecture", "KalugaStores"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "KittensApple",
      dependencies: [
        "KalugaArchitecture", "KalugaStores", "KalugaSwiftUI", "KalugaUIKit", "KittensFeatures",
        "SwiftUI", "UIKit",
      ],
      swiftSettings: settings
    ),
    .target(name: "MailFeatures", dependencies: ["KalugaArchitecture"], swiftSettings: settings),
    .target(
      name: "MailShared",
      dependencies: ["KalugaArchitecture", "MailFeatures"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MailApple",
      dependencies: [
        "KalugaArchitecture", "KalugaSwiftUI", "KalugaUIKit", "MailFeatures", "MailShared",
        "SwiftUI", "UIKit",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "AppleApp",
      dependencies: [
        "KalugaArchitecture", "KalugaSwiftUI", "NavigatorExampleFeatures", "SwiftUI",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "AppleHostTests",
      dependencies: [
        "AVFoundation", "AppleApp", "KalugaArchitecture", "KalugaCoordinators", "KalugaStores",
        "KalugaSwiftUI", "KalugaSystem", "KalugaUIKit", "KittensApple", "KittensFeatures",
        "MailApple", "MailFeatures", "MailShared", "MessageUI", "NavigatorExampleFeatures",
        "SwiftUI", "UIKit", "_Testing_UIKit",
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
