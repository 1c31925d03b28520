// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nothing of it reaches users. It compiles the very sources of the example,
// by links, because an executable of another package cannot be imported.

/// The names under which the root package has the same sources; two packages may not share names.
let aliases: [SwiftSetting] = [
  .unsafeFlags([
    "-module-alias", "NavigatorExample=SoakedExample",
    "-module-alias", "NavigatorExampleFeatures=SoakedFeatures",
  ])
]

/// As in the root manifest; nobody depends on this one, so that it can make warnings errors.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let architecture = Target.Dependency.product(
  name: "KalugaArchitecture",
  package: "KalugaArchitecture"
)
let terminal = Target.Dependency.product(name: "KalugaTerminal", package: "KalugaArchitecture")

let package = Package(
  name: "Tools",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "KalugaArchitecture", path: "../..")],
  targets: [
    .target(
      name: "SoakedFeatures",
      dependencies: [architecture],
      swiftSettings: settings + aliases
    ),
    .target(
      name: "SoakedExample",
      dependencies: ["SoakedFeatures", architecture, terminal],
      exclude: ["Main.swift"],
      // Lets the release build be looked into as tests look into a debug build.
      swiftSettings: settings + aliases + [.unsafeFlags(["-enable-testing"])]
    ),
    .executableTarget(
      name: "Soak",
      dependencies: ["SoakedExample", "SoakedFeatures", architecture, terminal],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
