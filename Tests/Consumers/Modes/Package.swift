// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Modes",
  platforms: [.macOS(.v13)],
  // Named, because a package's identity is otherwise the name of the folder that it was cloned into.
  dependencies: [.package(name: "Nomad", path: "../../..")],
  targets: [
    mode("Swift5", [.swiftLanguageMode(.v5)]),
    mode("Swift6", [.swiftLanguageMode(.v6)]),
    // No tribe yet, and only an import with an access level.
    mode("Empty", [.swiftLanguageMode(.v6)]),
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

/// One target of one concurrency mode.
func mode(_ name: String, _ settings: [SwiftSetting]) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: "Nomad", package: "Nomad")],
    swiftSettings: settings,
    plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
  )
}
