// swift-tools-version: 6.2

import PackageDescription

// Tests NomadGRDB as an app uses it: through the trait, with GRDB and the plugin.
let package = Package(
  name: "NomadGRDBChecks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Nomad", path: "../..", traits: ["NomadctlGRDB"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // An app for tests that kill its process.
    .executableTarget(
      name: "notes",
      dependencies: [
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadGRDB", package: "Nomad"),
        .product(name: "NomadRepair", package: "Nomad"),
        .product(name: "NomadSnapshots", package: "Nomad"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    // The samples of the documentation.
    .target(
      name: "samples",
      dependencies: [
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadAdoption", package: "Nomad"),
        .product(name: "NomadGRDB", package: "Nomad"),
        .product(name: "NomadRepair", package: "Nomad"),
        .product(name: "NomadSnapshots", package: "Nomad"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    // Tribes in SQL files, which the manifest does not mention.
    .target(
      name: "scripts",
      dependencies: [
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadGRDB", package: "Nomad"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self), .enableUpcomingFeature("InternalImportsByDefault")],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    // The cost of a tribe in a database. Tests/Benchmarks/run runs it.
    .executableTarget(
      name: "database-benchmark",
      dependencies: [
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadGRDB", package: "Nomad"),
        .product(name: "NomadSnapshots", package: "Nomad"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "NomadGRDBTests",
      dependencies: [
        "notes",
        "samples",
        "scripts",
        .product(name: "nomadctl", package: "Nomad"),
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadAdoption", package: "Nomad"),
        .product(name: "NomadGRDB", package: "Nomad"),
        .product(name: "NomadRepair", package: "Nomad"),
        .product(name: "NomadSnapshots", package: "Nomad"),
        .product(name: "NomadTesting", package: "Nomad"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
  ]
)
