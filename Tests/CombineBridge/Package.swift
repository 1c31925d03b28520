// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that OpenCombine never reaches users. It compiles the very sources of
// KalugaCombine, by a link, against a module `Combine` that is OpenCombine, and runs them on Linux.

/// The name under which the package manager builds the root package; it comes from the folder's.
///
/// What is compiled with the same name sees its `package` declarations, as KalugaCombine does there.
let rootPackageName = {
  let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? ""
  let name = folder.lowercased().map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
  return name.first?.isNumber == true ? "_" + String(name.dropFirst()) : String(name)
}()

/// As in the root manifest; nobody depends on this one, so that it can make warnings errors.
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
