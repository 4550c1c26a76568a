// swift-tools-version:5.3

import PackageDescription

// A stand-in for https://github.com/mxcl/PromiseKit, so that nothing is downloaded. It has the part of version 8 that
// NomadPromiseKit and its tests call, with the same names and types, and in the same language mode.
let package = Package(
  name: "PromiseKit",
  products: [.library(name: "PromiseKit", targets: ["PromiseKit"])],
  targets: [.target(name: "PromiseKit")],
  swiftLanguageVersions: [.v5]
)
