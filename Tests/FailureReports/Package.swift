// swift-tools-version: 6.2
import PackageDescription

// Tests that provoke failures. They are in a separate package, so that the output of the other
// tests contains no failures. `.ci/reports` runs them.

let libraries: [Target.Dependency] = [
  .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
  .product(name: "KalugaStores", package: "KalugaArchitecture"),
  .product(name: "KalugaCoordinators", package: "KalugaArchitecture"),
  .product(name: "KalugaSessions", package: "KalugaArchitecture"),
  .product(name: "KalugaArchitectureTestUtils", package: "KalugaArchitecture"),
]

let package = Package(
  name: "FailureReports",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "KalugaArchitecture", path: "../..")],
  targets: [
    // These tests fail on purpose. Both frameworks must report each failure at the line of the
    // call.
    .testTarget(name: "SwiftTestingReports", dependencies: libraries),
    .testTarget(name: "XCTestReports", dependencies: libraries),
    // These tests pass: they provoke known issues, and check their texts and causes.
    .testTarget(
      name: "FailureTexts",
      dependencies: libraries,
      exclude: ["Golden"],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
  ]
)
