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
    // A module that keeps the default isolation.
    .target(
      name: "Steps",
      dependencies: [.product(name: "Nomad", package: "Nomad")],
      swiftSettings: [.swiftLanguageMode(.v6)]
    ),
    // Every form of a conformance through a protocol: the sources of the others are links to those of the first.
    mode("FormsSwift5", [.swiftLanguageMode(.v5)], ["Steps"]),
    mode("FormsSwift6", [.swiftLanguageMode(.v6)], ["Steps"]),
    mode("FormsMainActor5", [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)], ["Steps"]),
    mode("FormsMainActor6", [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)], ["Steps"]),
    // The settings of a new project in Xcode 26.
    mode(
      "FormsInferred",
      [
        .swiftLanguageMode(.v6),
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ],
      ["Steps"]
    ),
  ]
)

/// One target of one concurrency mode.
func mode(_ name: String, _ settings: [SwiftSetting], _ modules: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: modules + [.product(name: "Nomad", package: "Nomad")],
    swiftSettings: settings,
    plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
  )
}
