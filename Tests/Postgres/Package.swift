// swift-tools-version: 6.2

import PackageDescription

// Tests NomadPostgres and what services use with it, as a service does: through the traits, with libpq and the plugin,
// on a server of its own.
//
// PostgresNIO is a stand-in, so that it is not downloaded. `NOMAD_POSTGRESNIO=real` tests with the real one.
let isReal = Context.environment["NOMAD_POSTGRESNIO"] == "real"

let package = Package(
  name: "NomadPostgresChecks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(
      name: "Nomad",
      path: "../..",
      traits: ["Logging", "Metrics", "NomadctlLibPQ", "PostgresNIO", "ServiceLifecycle"]
    ),
    .package(name: "Orders", path: "../Consumers/Orders"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    isReal
      ? .package(url: "https://github.com/vapor/postgres-nio", from: "1.33.0")
      : .package(path: "../StandIns/postgres-nio"),
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
    // The samples of the documentation.
    .target(
      name: "samples",
      dependencies: [
        .product(name: "PostgresNIO", package: "postgres-nio"),
        .product(name: "NomadPostgresNIO", package: "Nomad"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadAdoption", package: "Nomad"),
        .product(name: "NomadRepair", package: "Nomad"),
        .product(name: "NomadPostgres", package: "Nomad"),
        .product(name: "NomadLibPQ", package: "Nomad"),
        .product(name: "NomadLogging", package: "Nomad"),
        .product(name: "NomadMetrics", package: "Nomad"),
        .product(name: "NomadServiceLifecycle", package: "Nomad"),
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
    .testTarget(
      name: "NomadPostgresTests",
      dependencies: [
        .product(name: "PostgresNIO", package: "postgres-nio"),
        .product(name: "NomadPostgresNIO", package: "Nomad"),
        "host", "samples", "scripts",
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "orders-1", package: "Orders"),
        .product(name: "orders-2", package: "Orders"),
        .product(name: "nomadctl", package: "Nomad"),
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadAdoption", package: "Nomad"),
        .product(name: "NomadRepair", package: "Nomad"),
        .product(name: "NomadBatches", package: "Nomad"),
        .product(name: "NomadPostgres", package: "Nomad"),
        .product(name: "NomadLibPQ", package: "Nomad"),
        .product(name: "NomadLogging", package: "Nomad"),
        .product(name: "NomadMetrics", package: "Nomad"),
        .product(name: "NomadServiceLifecycle", package: "Nomad"),
        .product(name: "NomadTesting", package: "Nomad"),
      ],
      swiftSettings: isReal ? [.define("REAL_POSTGRESNIO")] : []
    ),
  ]
)
