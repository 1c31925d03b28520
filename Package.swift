// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "KalugaArchitecture",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "KalugaArchitecture", targets: ["KalugaArchitecture"]),
    .library(name: "KalugaStores", targets: ["KalugaStores"]),
    .library(name: "KalugaCoordinators", targets: ["KalugaCoordinators"]),
    .library(name: "KalugaSystem", targets: ["KalugaSystem"]),
    .library(name: "KalugaCombine", targets: ["KalugaCombine"]),
    .library(name: "KalugaSwiftUI", targets: ["KalugaSwiftUI"]),
    .library(name: "KalugaUIKit", targets: ["KalugaUIKit"]),
    .library(name: "KalugaTerminal", targets: ["KalugaTerminal"]),
    .library(name: "KalugaSessions", targets: ["KalugaSessions"]),
    .library(name: "KalugaArchitectureTestUtils", targets: ["KalugaArchitectureTestUtils"]),
    .executable(name: "kaluga-replay", targets: ["KalugaReplay"]),
    .executable(name: "NavigatorExample", targets: ["NavigatorExample"]),
    .executable(name: "Kittens", targets: ["Kittens"]),
    .executable(name: "KittensApple", targets: ["KittensApple"]),
    .executable(name: "AppleApp", targets: ["AppleApp"]),
    .executable(name: "CoordinatorExample", targets: ["CoordinatorExample"]),
    .executable(name: "Search", targets: ["Search"]),
    .executable(name: "Mail", targets: ["Mail"]),
    .executable(name: "MailApple", targets: ["MailApple"]),
  ],
  targets: [
    .target(name: "KalugaArchitecture"),
    .target(name: "KalugaStores", dependencies: ["KalugaArchitecture"]),
    .target(name: "KalugaCoordinators", dependencies: ["KalugaArchitecture"]),
    .target(name: "KalugaSystem", dependencies: ["KalugaArchitecture"]),
    .target(name: "KalugaCombine", dependencies: ["KalugaArchitecture"]),
    .target(
      name: "KalugaSwiftUI",
      dependencies: ["KalugaArchitecture", "KalugaStores", "KalugaUIKit"]
    ),
    .target(name: "KalugaUIKit", dependencies: ["KalugaArchitecture"]),
    .target(name: "KalugaTerminal", dependencies: ["KalugaArchitecture", "KalugaStores"]),
    .target(name: "KalugaSessions", dependencies: ["KalugaArchitecture"]),
    .executableTarget(
      name: "KalugaReplay",
      dependencies: ["KalugaArchitecture", "KalugaSessions"]
    ),
    .target(
      name: "KalugaArchitectureTestUtils",
      dependencies: [
        "KalugaArchitecture", "KalugaStores", "KalugaCoordinators", "KalugaTerminal",
        "KalugaSessions",
      ],
      path: "TestUtils/KalugaArchitectureTestUtils"
    ),
    .target(
      name: "NavigatorExampleFeatures",
      dependencies: ["KalugaArchitecture"],
      path: "Examples/NavigatorExample/Features"
    ),
    .executableTarget(
      name: "NavigatorExample",
      dependencies: ["NavigatorExampleFeatures", "KalugaArchitecture", "KalugaTerminal"],
      path: "Examples/NavigatorExample/App"
    ),
    .executableTarget(
      name: "AppleApp",
      dependencies: ["NavigatorExampleFeatures", "KalugaArchitecture", "KalugaSwiftUI"],
      path: "Examples/AppleApp"
    ),
    .target(
      name: "KittensFeatures",
      dependencies: ["KalugaArchitecture", "KalugaStores"],
      path: "Examples/Kittens/Features"
    ),
    .executableTarget(
      name: "KittensApple",
      dependencies: [
        "KittensFeatures", "KalugaArchitecture", "KalugaStores", "KalugaSwiftUI", "KalugaUIKit",
      ],
      path: "Examples/Kittens/Apple"
    ),
    .executableTarget(
      name: "Kittens",
      dependencies: ["KittensFeatures", "KalugaArchitecture", "KalugaStores", "KalugaTerminal"],
      path: "Examples/Kittens/App"
    ),
    .target(
      name: "AddressWizard",
      dependencies: ["KalugaArchitecture", "KalugaCoordinators"],
      path: "Examples/AddressWizard/Features"
    ),
    .target(
      name: "AddressWizardTerminal",
      dependencies: ["AddressWizard", "KalugaArchitecture", "KalugaTerminal"],
      path: "Examples/AddressWizard/Terminal"
    ),
    .target(
      name: "CoordinatorExampleFeatures",
      dependencies: ["AddressWizard", "KalugaArchitecture", "KalugaCoordinators"],
      path: "Examples/Coordinators/Features"
    ),
    .executableTarget(
      name: "CoordinatorExample",
      dependencies: [
        "CoordinatorExampleFeatures", "AddressWizardTerminal", "KalugaArchitecture",
        "KalugaCoordinators", "KalugaTerminal",
      ],
      path: "Examples/Coordinators/App"
    ),
    .target(
      name: "SearchFeatures",
      dependencies: ["AddressWizard", "KalugaArchitecture", "KalugaSystem"],
      path: "Examples/Search/Features"
    ),
    .executableTarget(
      name: "Search",
      dependencies: [
        "SearchFeatures", "AddressWizard", "AddressWizardTerminal", "KalugaArchitecture",
        "KalugaSystem", "KalugaTerminal",
      ],
      path: "Examples/Search/App"
    ),
    .target(
      name: "MailFeatures",
      dependencies: ["KalugaArchitecture"],
      path: "Examples/Mail/Features"
    ),
    .target(
      name: "MailShared",
      dependencies: ["MailFeatures", "KalugaArchitecture"],
      path: "Examples/Mail/Shared"
    ),
    .executableTarget(
      name: "MailApple",
      dependencies: [
        "MailFeatures", "MailShared", "KalugaArchitecture", "KalugaSwiftUI", "KalugaUIKit",
      ],
      path: "Examples/Mail/Apple"
    ),
    .executableTarget(
      name: "Mail",
      dependencies: ["MailFeatures", "MailShared", "KalugaArchitecture", "KalugaTerminal"],
      path: "Examples/Mail/App"
    ),
    .target(
      name: "NotesFeatures",
      dependencies: ["KalugaArchitecture", "KalugaStores"],
      path: "Examples/Notes/Features"
    ),
    .testTarget(
      name: "KalugaArchitectureTests",
      dependencies: ["KalugaArchitecture", "KalugaArchitectureTestUtils"]
    ),
    .testTarget(
      name: "KalugaStoresTests",
      dependencies: ["KalugaArchitecture", "KalugaStores", "KalugaArchitectureTestUtils"]
    ),
    .testTarget(
      name: "KalugaSystemTests",
      dependencies: ["KalugaArchitecture", "KalugaSystem", "KalugaArchitectureTestUtils"]
    ),
    .testTarget(
      name: "KalugaCoordinatorsTests",
      dependencies: ["KalugaArchitecture", "KalugaCoordinators", "KalugaArchitectureTestUtils"]
    ),
    .testTarget(
      name: "KalugaTerminalTests",
      dependencies: [
        "KalugaArchitecture", "KalugaStores", "KalugaTerminal", "KalugaArchitectureTestUtils",
      ]
    ),
    .testTarget(
      name: "KalugaArchitectureTestUtilsTests",
      dependencies: [
        "KalugaArchitecture", "KalugaStores", "KalugaCoordinators", "KalugaTerminal",
        "KalugaSessions", "KalugaArchitectureTestUtils",
      ]
    ),
    .testTarget(
      name: "KalugaSessionsTests",
      dependencies: [
        "KalugaArchitecture", "KalugaSessions", "KalugaReplay", "KalugaArchitectureTestUtils",
      ]
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "KalugaArchitecture", "KalugaStores", "KalugaCoordinators", "KalugaSystem",
        "KalugaTerminal", "KalugaSessions", "KalugaArchitectureTestUtils",
      ]
    ),
    .testTarget(
      name: "NavigatorExampleTests",
      dependencies: [
        "NavigatorExample", "NavigatorExampleFeatures", "KalugaArchitecture", "KalugaTerminal",
        "KalugaSessions", "KalugaArchitectureTestUtils",
      ],
      path: "Examples/NavigatorExample/Tests",
      exclude: ["Transcripts"]
    ),
    .testTarget(
      name: "KittensTests",
      dependencies: [
        "Kittens", "KittensFeatures", "KalugaArchitecture", "KalugaStores", "KalugaTerminal",
        "KalugaSessions", "KalugaArchitectureTestUtils",
      ],
      path: "Examples/Kittens/Tests",
      exclude: ["Transcripts"]
    ),
    .testTarget(
      name: "AddressWizardTests",
      dependencies: [
        "AddressWizard", "KalugaArchitecture", "KalugaCoordinators", "KalugaArchitectureTestUtils",
      ],
      path: "Examples/AddressWizard/Tests"
    ),
    .testTarget(
      name: "CoordinatorExampleTests",
      dependencies: [
        "CoordinatorExample", "CoordinatorExampleFeatures", "AddressWizard",
        "KalugaArchitecture", "KalugaCoordinators", "KalugaTerminal", "KalugaSessions",
        "KalugaArchitectureTestUtils",
      ],
      path: "Examples/Coordinators/Tests",
      exclude: ["Transcripts"]
    ),
    .testTarget(
      name: "SearchTests",
      dependencies: [
        "Search", "SearchFeatures", "AddressWizard", "KalugaArchitecture", "KalugaSessions",
        "KalugaSystem", "KalugaArchitectureTestUtils",
      ],
      path: "Examples/Search/Tests",
      exclude: ["Transcripts"]
    ),
    .testTarget(
      name: "MailTests",
      dependencies: [
        "MailFeatures", "MailShared", "KalugaArchitecture", "KalugaSessions",
        "KalugaArchitectureTestUtils",
      ],
      path: "Examples/Mail/Tests",
      exclude: ["Transcripts"]
    ),
    .testTarget(
      name: "NotesTests",
      dependencies: ["NotesFeatures", "KalugaArchitecture", "KalugaArchitectureTestUtils"],
      path: "Examples/Notes/Tests"
    ),
  ],
  swiftLanguageModes: [.v6]
)

// All features that the compiler lists as coming with Swift 7, so that the code is ready for it.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  // The example of an app whose targets have the settings of new ones in Xcode.
  if target.name.hasPrefix("Notes") {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
  }
}
