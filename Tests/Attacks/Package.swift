// swift-tools-version: 6.2
import PackageDescription

/// Attacks on migrations: they kill real processes, make their system calls fail, and cut the power of simulated disks.
///
/// The attacks are a package of their own, because they need `strace`, and time.
let package = Package(
  name: "Attacks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "nomad", path: "../..")],
  targets: [
    .executableTarget(name: "victim", dependencies: [.product(name: "Nomad", package: "nomad")]),
    .executableTarget(
      name: "keeper",
      dependencies: [
        .product(name: "Nomad", package: "nomad"), .product(name: "NomadSnapshots", package: "nomad"),
      ]
    ),
    .executableTarget(name: "returner", dependencies: [.product(name: "NomadReverting", package: "nomad")]),
    .testTarget(
      name: "AttackTests",
      dependencies: [
        "victim", "keeper", "returner", .product(name: "Nomad", package: "nomad"),
        .product(name: "NomadAdoption", package: "nomad"), .product(name: "NomadRepair", package: "nomad"),
        .product(name: "NomadReverting", package: "nomad"), .product(name: "NomadSnapshots", package: "nomad"),
        .product(name: "NomadTesting", package: "nomad"),
      ]
    ),
  ]
)
