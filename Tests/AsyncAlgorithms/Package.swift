// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that swift-async-algorithms never reaches users. It tests which of its operators work with
// flows.

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
  name: "FlowOperators",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "KalugaArchitecture", path: "../.."),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .testTarget(
      name: "FlowOperatorTests",
      dependencies: [
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
        .product(name: "KalugaArchitectureTestUtils", package: "KalugaArchitecture"),
      ],
      swiftSettings: settings
    )
  ],
  swiftLanguageModes: [.v6]
)
