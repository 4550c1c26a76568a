// swift-tools-version:5.3

import PackageDescription

// A stand-in for https://github.com/mxcl/PromiseKit, so that nothing has to be fetched: as much of its version 8 as
// NomadPromiseKit and its tests call, by the same names, with the same types, and in the same language mode.
let package = Package(
  name: "PromiseKit",
  products: [.library(name: "PromiseKit", targets: ["PromiseKit"])],
  targets: [.target(name: "PromiseKit")],
  swiftLanguageVersions: [.v5]
)
