// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Promises",
  platforms: [.macOS(.v13)],
  dependencies: [
    // Named, because a package's identity is otherwise the name of the folder that it was cloned into.
    .package(name: "Nomad", path: "../../..", traits: ["PromiseKit"]),
    .package(url: "https://github.com/mxcl/PromiseKit", "6.22.0"..<"9.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "Nomad09",
      dependencies: libraries(),
      swiftSettings: [.swiftLanguageMode(.v5)],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    // A module of the app's own that refines promise tribes.
    .target(name: "Steps", dependencies: libraries()),
    mode("Swift5", [.swiftLanguageMode(.v5)]),
    mode("Swift6", [.swiftLanguageMode(.v6)]),
    mode("MainActorByDefault", [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
    mode(
      "UpcomingFeatures",
      [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
      ]
    ),
  ]
)

func libraries() -> [Target.Dependency] {
  [
    .product(name: "Nomad", package: "Nomad"),
    .product(name: "NomadPromiseKit", package: "Nomad"),
    .product(name: "PromiseKit", package: "PromiseKit"),
  ]
}

/// One target of one concurrency mode.
func mode(_ name: String, _ settings: [SwiftSetting]) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["Steps"] + libraries(),
    swiftSettings: settings,
    plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
  )
}
