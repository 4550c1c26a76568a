// swift-tools-version: 6.2

import PackageDescription

// Compares the generator with SwiftParser and the compiler. A package of its own, so that no user resolves
// swift-syntax; its sources are links to the generator's.
let package = Package(
  name: "Oracle",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "603.0.0"..<"604.0.0"),
    // Packages that are read but never compiled: with their dependencies, about 40 MB of Swift.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
  ],
  targets: [
    .target(name: "NomadTargets"),
    .target(name: "NomadSyntax"),
    .target(name: "NomadGenCore", dependencies: ["NomadSyntax", "NomadTargets"]),
    .target(name: "NomadSources", dependencies: ["NomadGenCore", "NomadTargets"]),
    .target(name: "NomadCheck", dependencies: ["NomadGenCore", "NomadSources", "NomadSyntax", "NomadTargets"]),
    // The parser that Tests/Benchmarks compares the generator with.
    .executableTarget(
      name: "parse-all",
      dependencies: [.product(name: "SwiftParser", package: "swift-syntax")]
    ),
    .testTarget(
      name: "OracleTests",
      dependencies: [
        "NomadCheck",
        "NomadGenCore",
        "NomadSyntax",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]
    ),
    // Compares the generator with the compiler, and the findings about stored types with what decoding does. The tests
    // read `Corpus` and `Shapes`, which are not targets.
    .testTarget(
      name: "CompilerTests",
      dependencies: [
        "NomadCheck",
        "NomadGenCore",
        "NomadSyntax",
        "NomadTargets",
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
