// swift-tools-version: 6.2
import PackageDescription

/// What the ledger costs; the script `run` beside this file builds and runs it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "nomad", path: "../..")],
  targets: [
    .executableTarget(name: "ledger-benchmark", dependencies: [.product(name: "Nomad", package: "nomad")])
  ]
)
