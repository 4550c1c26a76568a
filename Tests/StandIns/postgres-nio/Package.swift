// swift-tools-version: 6.2

import PackageDescription

// Stands in for PostgresNIO: see Sources/PostgresNIO.
let package = Package(
  name: "postgres-nio",
  platforms: [.macOS(.v13)],
  products: [.library(name: "PostgresNIO", targets: ["PostgresNIO"])],
  dependencies: [.package(url: "https://github.com/apple/swift-log", from: "1.6.0")],
  targets: [.target(name: "PostgresNIO", dependencies: [.product(name: "Logging", package: "swift-log")])]
)
