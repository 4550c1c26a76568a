// swift-tools-version: 6.2

import PackageDescription

let nomad: Target.Dependency = .product(name: "Nomad", package: "Nomad")
// A plugin sees the files of the plugins before it.
let plugins: [Target.PluginUsage] = ["WriteTribe", .plugin(name: "NomadPlugin", package: "Nomad")]

let package = Package(
  name: "Generated",
  platforms: [.macOS(.v13)],
  // Named, because a package's identity is otherwise the name of the folder that it was cloned into.
  dependencies: [.package(name: "Nomad", path: "../../..")],
  targets: [
    .executableTarget(name: "write-tribe"),
    .plugin(
      name: "WriteTribe",
      capability: .buildTool(),
      dependencies: ["write-tribe"],
      path: "Sources/WriteTribe"
    ),
    .target(name: "Kit", dependencies: [nomad], plugins: plugins),
    .executableTarget(name: "App", dependencies: ["Kit", nomad], plugins: plugins),
  ]
)
