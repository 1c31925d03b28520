// swift-tools-version: 6.2
import PackageDescription

// Tests that fail on purpose, in a package of their own: `.ci/reports` runs them and checks that each
// failure arrives, in both frameworks, at the line of the call.
let package = Package(
  name: "FailureReports",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "KalugaArchitecture", path: "../..")],
  targets: ["SwiftTestingReports", "XCTestReports"].map { name in
    .testTarget(
      name: name,
      dependencies: [
        .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
        .product(name: "KalugaArchitectureTestUtils", package: "KalugaArchitecture"),
      ]
    )
  }
)
