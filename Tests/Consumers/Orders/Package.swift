// swift-tools-version: 6.2

import PackageDescription

// A service in two versions that run at the same time while one replaces the other; Tests/Postgres deploys them.
let package = Package(
  name: "Orders",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "orders-1", targets: ["orders-1"]),
    .executable(name: "orders-2", targets: ["orders-2"]),
  ],
  dependencies: [
    .package(name: "Nomad", path: "../../..", traits: ["LibPQ"])
  ],
  targets: [
    .target(
      name: "Service",
      dependencies: [
        .product(name: "NomadPostgres", package: "Nomad"),
        .product(name: "NomadLibPQ", package: "Nomad"),
      ]
    ),
    .executableTarget(
      name: "orders-1",
      dependencies: [
        "Service",
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadPostgres", package: "Nomad"),
      ],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    .executableTarget(
      name: "orders-2",
      dependencies: [
        "Service",
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadPostgres", package: "Nomad"),
      ],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings = [.enableUpcomingFeature("MemberImportVisibility")]
}
