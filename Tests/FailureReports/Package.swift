// swift-tools-version: 6.2
import PackageDescription

// Tests that provoke failures, in a package of their own: the output of the other tests stays free of
// failures. `.ci/reports` runs them.

let libraries: [Target.Dependency] = [
  .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
  .product(name: "KalugaArchitectureTestUtils", package: "KalugaArchitecture"),
]

let package = Package(
  name: "FailureReports",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "KalugaArchitecture", path: "../..")],
  targets: [
    // These fail on purpose: each failure must arrive, in both frameworks, at the line of the call.
    .testTarget(name: "SwiftTestingReports", dependencies: libraries),
    .testTarget(name: "XCTestReports", dependencies: libraries),
    // This one passes: what it provokes are known issues, whose texts and causes it checks.
    .testTarget(
      name: "FailureTexts",
      dependencies: libraries,
      exclude: ["Golden"],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
  ]
)
