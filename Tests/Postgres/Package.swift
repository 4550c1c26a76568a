// swift-tools-version: 6.2

import PackageDescription

// Tests NomadPostgres as a service uses it: through the trait, with libpq and the plugin, on a server of its own.
let package = Package(
  name: "NomadPostgresChecks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Nomad", path: "../..", traits: ["LibPQ", "Nomadctl"]),
    .package(name: "Orders", path: "../Consumers/Orders"),
  ],
  targets: [
    // A host that tests kill, pause and disconnect.
    .executableTarget(
      name: "host",
      dependencies: [
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadPostgres", package: "Nomad"),
        .product(name: "NomadLibPQ", package: "Nomad"),
      ],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    // The samples of the documentation, with stand-ins for the packages that they import.
    .target(
      name: "samples",
      dependencies: [
        "PostgresNIO",
        "ServiceLifecycle",
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadAdoption", package: "Nomad"),
        .product(name: "NomadRepair", package: "Nomad"),
        .product(name: "NomadPostgres", package: "Nomad"),
        .product(name: "NomadLibPQ", package: "Nomad"),
        .product(name: "NomadTesting", package: "Nomad"),
      ],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    // Tribes in SQL files, which the manifest does not mention.
    .target(
      name: "scripts",
      dependencies: [
        .product(name: "Nomad", package: "Nomad"), .product(name: "NomadPostgres", package: "Nomad"),
      ],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    .target(name: "PostgresNIO", path: "StandIns/PostgresNIO"),
    .target(name: "ServiceLifecycle", dependencies: ["PostgresNIO"], path: "StandIns/ServiceLifecycle"),
    .testTarget(
      name: "NomadPostgresTests",
      dependencies: [
        "host", "samples", "scripts",
        .product(name: "orders-1", package: "Orders"),
        .product(name: "orders-2", package: "Orders"),
        .product(name: "nomadctl", package: "Nomad"),
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadAdoption", package: "Nomad"),
        .product(name: "NomadRepair", package: "Nomad"),
        .product(name: "NomadBatches", package: "Nomad"),
        .product(name: "NomadPostgres", package: "Nomad"),
        .product(name: "NomadLibPQ", package: "Nomad"),
        .product(name: "NomadTesting", package: "Nomad"),
      ]
    ),
  ]
)
