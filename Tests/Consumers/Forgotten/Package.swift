// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Forgotten",
  platforms: [.macOS(.v13)],
  // Named, because a package's identity is otherwise the name of the folder that it was cloned into.
  dependencies: [.package(name: "Nomad", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Forgotten",
      dependencies: [.product(name: "Nomad", package: "Nomad")],
      plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
    )
  ]
)
