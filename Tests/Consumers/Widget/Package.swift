// swift-tools-version: 6.2

import PackageDescription

// An app and its widget: two programs with one set of data. The app migrates, and the widget only reads.
let package = Package(
  name: "Widget",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Nomad", path: "../../..")
  ],
  targets: [
    // The code that both programs link: the tribes, and the place of the data.
    .target(
      name: "NotesKit",
      dependencies: [
        .product(name: "Nomad", package: "Nomad"), .product(name: "NomadSnapshots", package: "Nomad"),
      ],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    ),
    .executableTarget(
      name: "notes",
      dependencies: [
        "NotesKit", .product(name: "Nomad", package: "Nomad"), .product(name: "NomadSnapshots", package: "Nomad"),
      ]
    ),
    .executableTarget(name: "notes-widget", dependencies: ["NotesKit", .product(name: "Nomad", package: "Nomad")]),
    .testTarget(name: "WidgetTests", dependencies: ["notes", "notes-widget"]),
  ]
)
