// swift-tools-version: 6.2
import PackageDescription

// Tests that take too long for `swift test` at the root: many threads at once, random walks against
// models, seeded schedules, fuzzing, and the examples as processes. They are in a separate
// package, so that users do not get them.

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

let libraries: [Target.Dependency] = [
  .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
  .product(name: "KalugaStores", package: "KalugaArchitecture"),
  .product(name: "KalugaCoordinators", package: "KalugaArchitecture"),
  .product(name: "KalugaArchitectureTestUtils", package: "KalugaArchitecture"),
]

let package = Package(
  name: "Stress",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "KalugaArchitecture", path: "../..")],
  targets: [
    .testTarget(name: "StressTests", dependencies: libraries, swiftSettings: settings),
    // Links to the suites of the root package that test concurrency or unsafe code, for the
    // sanitizers.
    .testTarget(name: "ConcurrencyTests", dependencies: libraries, swiftSettings: settings),
    // Tests the examples with a real process, a real server and hostile input. Their modules cannot
    // be imported from another package. The tests therefore contain links to the sources, and a
    // module alias replaces the import of the features.
    .testTarget(
      name: "ExampleTests",
      dependencies: libraries + [
        .product(name: "KalugaTerminal", package: "KalugaArchitecture"),
        .product(name: "NavigatorExample", package: "KalugaArchitecture"),
        .product(name: "Kittens", package: "KalugaArchitecture"),
        .product(name: "CoordinatorExample", package: "KalugaArchitecture"),
      ],
      exclude: ["NavigatorExampleApp/Main.swift"],
      swiftSettings: settings + [
        .unsafeFlags([
          "-module-alias", "NavigatorExample=ExampleTests",
          "-module-alias", "NavigatorExampleFeatures=RegexBuilder",
        ])
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
