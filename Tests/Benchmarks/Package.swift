// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the peers it measures against never reach users, and so that the toolkit is
// measured the way users compile it: from another module.

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "KalugaArchitecture", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .target(name: "HeapStatistics"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "HeapStatistics",
        .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
        .product(name: "KalugaStores", package: "KalugaArchitecture"),
        .product(name: "KalugaTerminal", package: "KalugaArchitecture"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
