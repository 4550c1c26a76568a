// swift-tools-version: 6.2

import PackageDescription

// A ledger of an app's own: in SQLite through its C API, from the page "Write your own ledger" alone.
let package = Package(
  name: "SQLiteLedger",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Nomad", path: "../../..")],
  targets: [
    .systemLibrary(name: "CSQLite"),
    .target(
      name: "SQLiteLedger",
      dependencies: [
        "CSQLite",
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadTables", package: "Nomad"),
      ]
    ),
    // A program to kill.
    .executableTarget(name: "upgrade", dependencies: ["SQLiteLedger", .product(name: "Nomad", package: "Nomad")]),
    .testTarget(
      name: "SQLiteLedgerTests",
      dependencies: [
        "SQLiteLedger",
        "upgrade",
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadTesting", package: "Nomad"),
      ]
    ),
  ]
)
