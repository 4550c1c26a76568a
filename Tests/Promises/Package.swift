// swift-tools-version: 6.2

import PackageDescription

// Tests NomadPromiseKit with a stand-in for PromiseKit, so that nothing is downloaded. A package of its own, because
// the library's manifest names the real one; its sources are links to the library's.
let package = Package(
  name: "Promises",
  platforms: [.macOS(.v13)],
  dependencies: [.package(path: "../StandIns/PromiseKit")],
  targets: [
    .target(name: "NomadTargets"),
    .target(name: "NomadFiles"),
    .target(name: "NomadFormat"),
    .target(name: "Nomad", dependencies: ["NomadFiles", "NomadFormat", "NomadTargets"]),
    .target(name: "NomadAdoption", dependencies: ["Nomad", "NomadTargets"]),
    .target(
      name: "NomadPromiseKit",
      dependencies: ["Nomad", .product(name: "PromiseKit", package: "PromiseKit")],
      // The real manifest defines this through the trait.
      swiftSettings: [.define("PromiseKit")]
    ),
    .testTarget(
      name: "NomadPromiseKitTests",
      dependencies: ["Nomad", "NomadAdoption", "NomadPromiseKit", .product(name: "PromiseKit", package: "PromiseKit")]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
