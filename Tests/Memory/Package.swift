// swift-tools-version: 6.2
import PackageDescription

// Tests that count allocations and resident memory. They are in a separate package, because other
// tests and sanitizers use memory, too.
let package = Package(
  name: "Memory",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "KalugaArchitecture", path: "../..")],
  targets: [
    .target(name: "AllocationCount"),
    .testTarget(
      name: "MemoryTests",
      dependencies: [
        "AllocationCount",
        .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
        .product(name: "KalugaStores", package: "KalugaArchitecture"),
      ],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
  ]
)
