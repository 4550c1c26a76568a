// swift-tools-version: 6.2
import PackageDescription

/// What is done to those who migrate: real processes are killed and their system calls fail, and simulated disks lose
/// their power.
///
/// A package of its own, because it needs `strace`, and time.
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
    .testTarget(
      name: "AttackTests",
      dependencies: [
        "victim", "keeper", .product(name: "Nomad", package: "nomad"),
        .product(name: "NomadSnapshots", package: "nomad"), .product(name: "NomadTesting", package: "nomad"),
      ]
    ),
  ]
)
