// swift-tools-version: 6.1

import PackageDescription

// Two programs with one module of tribes, as an app and its watch app are, and no plugin: the registry is committed.
let package = Package(
  name: "Committed",
  platforms: [.macOS(.v13)],
  // Named, because a package's identity is otherwise the name of the folder that it was cloned into.
  dependencies: [.package(name: "Nomad", path: "../../..")],
  targets: [
    .target(name: "Kit", dependencies: [.product(name: "Nomad", package: "Nomad")]),
    .executableTarget(name: "App", dependencies: ["Kit"]),
    .executableTarget(name: "Watch", dependencies: ["Kit"]),
  ]
)
