// swift-tools-version: 6.2
import PackageDescription

/// Measurements of what ledgers and snapshots cost.
///
/// The script `run` beside this file builds and runs them.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "nomad", path: "../..")],
  targets: [
    .executableTarget(name: "ledger-benchmark", dependencies: [.product(name: "Nomad", package: "nomad")]),
    .executableTarget(
      name: "snapshot-benchmark",
      dependencies: [
        .product(name: "Nomad", package: "nomad"), .product(name: "NomadSnapshots", package: "nomad"),
      ]
    ),
  ]
)
