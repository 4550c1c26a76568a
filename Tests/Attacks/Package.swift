// swift-tools-version: 6.1
import PackageDescription

/// What is done to real processes that migrate: they are killed, and their system calls fail.
///
/// A package of its own, because it needs `strace`, and time.
let package = Package(
  name: "Attacks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "nomad", path: "../..")],
  targets: [
    .executableTarget(name: "victim", dependencies: [.product(name: "Nomad", package: "nomad")]),
    .testTarget(name: "AttackTests", dependencies: ["victim", .product(name: "Nomad", package: "nomad")]),
  ]
)
