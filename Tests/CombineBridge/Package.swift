// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that OpenCombine never reaches users. It compiles the sources of KalugaCombine, through a
// link, against a module `Combine` that re-exports OpenCombine, and tests them on Linux.

/// The name under which the package manager builds the root package; it comes from the folder's.
///
/// Code that is compiled with the same name sees the `package` declarations, which KalugaCombine needs.
let rootPackageName = {
  let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? ""
  let name = folder.lowercased().map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
  return name.first?.isNumber == true ? "_" + String(name.dropFirst()) : String(name)
}()

/// The same settings as in the root manifest.
///
/// No package depends on this one, so warnings can be errors.
let settings: [SwiftSetting] = [
  .unsafeFlags(["-package-name", rootPackageName]),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "CombineBridge",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "KalugaArchitecture", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "Combine", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")]),
    .target(
      name: "KalugaCombineUnderTest",
      dependencies: [
        "Combine", .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
      ],
      packageAccess: false,
      swiftSettings: settings
    ),
    .testTarget(
      name: "CombineBridgeTests",
      dependencies: [
        "Combine", "KalugaCombineUnderTest",
        .product(name: "KalugaArchitecture", package: "KalugaArchitecture"),
        .product(name: "KalugaArchitectureTestUtils", package: "KalugaArchitecture"),
      ],
      packageAccess: false,
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
