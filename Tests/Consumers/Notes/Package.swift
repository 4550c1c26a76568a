// swift-tools-version: 6.2

import PackageDescription

// A small notes app on GRDB, after six releases.
let package = Package(
  name: "Notes",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Nomad", path: "../../..", traits: ["GRDB"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // As in an app: everything is on the main actor by default.
    .target(
      name: "NotesData",
      dependencies: [
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadAdoption", package: "Nomad"),
        .product(name: "NomadGRDB", package: "Nomad"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    .executableTarget(
      name: "notes",
      dependencies: [
        "NotesData",
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "NotesDataTests",
      dependencies: [
        "NotesData",
        .product(name: "Nomad", package: "Nomad"),
        .product(name: "NomadAdoption", package: "Nomad"),
        .product(name: "NomadGRDB", package: "Nomad"),
        .product(name: "NomadTesting", package: "Nomad"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.copy("Fixtures")]
    ),
  ]
)
