// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users do not get it. It compiles the sources of the example through
// links, because an executable of another package cannot be imported.

/// Maps the example's modules to new names, because two packages may not have modules of the same
/// name.
let aliases: [SwiftSetting] = [
  .unsafeFlags([
    "-module-alias", "NavigatorExample=SoakedExample",
    "-module-alias", "NavigatorExampleFeatures=SoakedFeatures",
  ])
]

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
      // Makes internal declarations of the release build visible, like those of a debug build to
      // tests.
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
