// swift-tools-version: 6.2

import PackageDescription

// The tools as a release has built them, on the branch for prebuilt tools: .ci/release writes this line.
let tools: [Target] = []
let prebuilt = tools.map { Target.Dependency.target(name: $0.name) }

let package = Package(
  name: "Nomad",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Nomad", targets: ["Nomad"]),
    .library(name: "NomadBatches", targets: ["NomadBatches"]),
    .library(name: "NomadAdoption", targets: ["NomadAdoption"]),
    .library(name: "NomadReverting", targets: ["NomadReverting"]),
    .library(name: "NomadUI", targets: ["NomadUI"]),
    .library(name: "NomadSnapshots", targets: ["NomadSnapshots"]),
    .library(name: "NomadRepair", targets: ["NomadRepair"]),
    .library(name: "NomadTesting", targets: ["NomadTesting"]),
    .library(name: "NomadTables", targets: ["NomadTables"]),
    .library(name: "NomadGRDB", targets: ["NomadGRDB"]),
    .library(name: "NomadPostgres", targets: ["NomadPostgres"]),
    .library(name: "NomadLibPQ", targets: ["NomadLibPQ"]),
    .library(name: "NomadPostgresNIO", targets: ["NomadPostgresNIO"]),
    .library(name: "NomadServiceLifecycle", targets: ["NomadServiceLifecycle"]),
    .library(name: "NomadLogging", targets: ["NomadLogging"]),
    .library(name: "NomadMetrics", targets: ["NomadMetrics"]),
    .library(name: "NomadPromiseKit", targets: ["NomadPromiseKit"]),
    .plugin(name: "NomadPlugin", targets: ["NomadPlugin"]),
    .plugin(name: "NomadCommand", targets: ["NomadCommand"]),
    .executable(name: "nomad-gen", targets: ["nomad-gen"]),
    .executable(name: "nomadctl", targets: ["nomadctl"]),
  ],
  traits: [
    // Off by default, so that users of the library or the plugin resolve no package.
    .trait(name: "Nomadctl", description: "Builds nomadctl, the tool for people, which needs swift-argument-parser."),
    .trait(
      name: "NomadctlGRDB",
      description: "Builds nomadctl with GRDB, to read ledgers in GRDB databases.",
      enabledTraits: ["GRDB", "Nomadctl"]
    ),
    .trait(
      name: "NomadctlLibPQ",
      description: "Builds nomadctl with libpq, for its commands for fleets.",
      enabledTraits: ["LibPQ", "Nomadctl"]
    ),
    .trait(name: "GRDB", description: "Builds NomadGRDB, for data and records in one transaction of a GRDB database."),
    .trait(name: "LibPQ", description: "Builds NomadLibPQ, which connects to PostgreSQL through the system's libpq."),
    .trait(
      name: "PostgresNIO",
      description: "Builds NomadPostgresNIO, which connects to PostgreSQL through PostgresNIO."
    ),
    .trait(
      name: "ServiceLifecycle",
      description: "Builds NomadServiceLifecycle, a service that migrates, then serves."
    ),
    .trait(name: "Logging", description: "Builds NomadLogging, which logs the events of runs with swift-log."),
    .trait(name: "Metrics", description: "Builds NomadMetrics, which reports runs to swift-metrics."),
    .trait(name: "PromiseKit", description: "Builds NomadPromiseKit, for tribes that return promises."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/vapor/postgres-nio", from: "1.33.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    .package(url: "https://github.com/mxcl/PromiseKit", "6.22.0"..<"9.0.0"),
  ],
  targets: [
    // The order, imported by both sides so that they cannot disagree.
    .target(name: "NomadTargets"),

    // The runtime. NomadFiles makes system calls and has the lock, and NomadFormat encodes and decodes the bytes of a ledger.
    .target(name: "NomadFiles"),
    .target(name: "NomadFormat"),
    .target(name: "Nomad", dependencies: ["NomadFiles", "NomadFormat", "NomadTargets"]),
    .target(name: "NomadBatches", dependencies: ["Nomad", "NomadFiles"]),
    .target(name: "NomadAdoption", dependencies: ["Nomad", "NomadFiles", "NomadTargets"]),
    .target(name: "NomadReverting", dependencies: ["Nomad", "NomadTargets"]),
    .target(name: "NomadRepair", dependencies: ["Nomad", "NomadFiles"]),
    .target(name: "NomadUI", dependencies: ["Nomad", "NomadFiles"]),
    .target(name: "NomadSnapshots", dependencies: ["Nomad", "NomadFiles", "NomadFormat", "NomadTargets"]),
    .target(
      name: "NomadTesting",
      dependencies: [
        "Nomad",
        "NomadAdoption",
        "NomadFiles",
        "NomadTables",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"])),
      ]
    ),
    // The records of a ledger as JSON, and as rows of a table.
    .target(name: "NomadTables", dependencies: ["Nomad", "NomadAdoption", "NomadFiles", "NomadFormat"]),
    .target(
      name: "NomadGRDB",
      dependencies: [
        "Nomad",
        "NomadAdoption",
        "NomadFiles",
        "NomadReverting",
        "NomadSnapshots",
        "NomadTables",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"])),
      ]
    ),
    .target(
      name: "NomadPostgres",
      dependencies: [
        "Nomad", "NomadAdoption", "NomadBatches", "NomadFiles", "NomadFormat", "NomadReverting", "NomadTables",
      ]
    ),
    .target(
      name: "NomadLibPQ",
      dependencies: ["NomadPostgres", .target(name: "CLibPQ", condition: .when(traits: ["LibPQ"]))]
    ),
    .systemLibrary(
      name: "CLibPQ",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(
      name: "NomadPostgresNIO",
      dependencies: [
        "NomadPostgres",
        .product(name: "PostgresNIO", package: "postgres-nio", condition: .when(traits: ["PostgresNIO"])),
      ]
    ),
    // The products for services.
    .target(
      name: "NomadServiceLifecycle",
      dependencies: [
        "Nomad",
        "NomadPostgres",
        .product(
          name: "ServiceLifecycle",
          package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])
        ),
      ]
    ),
    .target(
      name: "NomadLogging",
      dependencies: ["Nomad", .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"]))]
    ),
    .target(
      name: "NomadMetrics",
      dependencies: [
        "Nomad", .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ]
    ),
    .target(
      name: "NomadPromiseKit",
      dependencies: [
        "Nomad",
        .product(name: "PromiseKit", package: "PromiseKit", condition: .when(traits: ["PromiseKit"])),
      ]
    ),

    // The generator, and the check, which knows all modules of a package and the tribes that have shipped.
    // NomadSyntax turns bytes into declarations; it knows Swift, and nothing of tribes.
    .target(name: "NomadSyntax"),
    .target(name: "NomadGenCore", dependencies: ["NomadSyntax", "NomadTargets"]),
    .target(name: "NomadSources", dependencies: ["NomadGenCore", "NomadTargets"]),
    .target(name: "NomadCheck", dependencies: ["NomadGenCore", "NomadSources", "NomadSyntax", "NomadTargets"]),
    .executableTarget(name: "nomad-gen", dependencies: ["NomadCheck", "NomadGenCore", "NomadSources"]),
    // Every clean build of every user compiles what the plugin runs, so that is a tool of its own, without the check.
    .executableTarget(name: "nomad-registry", dependencies: ["NomadSources"]),
    .plugin(
      name: "NomadPlugin",
      capability: .buildTool(),
      dependencies: prebuilt.isEmpty ? ["nomad-registry"] : prebuilt
    ),

    // What people run.
    .target(
      name: "NomadScaffolds",
      path: "Templates/Scaffolds",
      resources: [
        .embedInCode("Tribe.swift.template"), .embedInCode("TribeTests.swift.template"),
        .embedInCode("TribeXCTests.swift.template"), .embedInCode("StoredTribe.swift.template"),
        .embedInCode("StoredTribeTests.swift.template"), .embedInCode("StoredTribeXCTests.swift.template"),
        .embedInCode("UpgradeTests.swift.template"), .embedInCode("UpgradeXCTests.swift.template"),
      ]
    ),
    .executableTarget(
      name: "nomadctl",
      // A ledger in a database is behind a trait of its own: the user of that database needs no tool that reads it.
      dependencies: [
        "Nomad",
        "NomadAdoption",
        "NomadCheck",
        "NomadFiles",
        "NomadFormat",
        "NomadGenCore",
        "NomadRepair",
        "NomadScaffolds",
        "NomadSnapshots",
        "NomadSources",
        "NomadSyntax",
        .target(name: "NomadGRDB", condition: .when(traits: ["NomadctlGRDB"])),
        .target(name: "NomadLibPQ", condition: .when(traits: ["NomadctlLibPQ"])),
        .target(name: "NomadPostgres", condition: .when(traits: ["NomadctlLibPQ"])),
        .target(name: "NomadReverting", condition: .when(traits: ["NomadctlLibPQ"])),
        .target(name: "NomadTables", condition: .when(traits: ["NomadctlGRDB"])),
        .product(
          name: "ArgumentParser",
          package: "swift-argument-parser",
          condition: .when(traits: ["Nomadctl"])
        ),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["NomadctlGRDB"])),
      ]
    ),
    .plugin(
      name: "NomadCommand",
      capability: .command(
        intent: .custom(verb: "nomad", description: "See, plan, scaffold and protect data migrations; see --help.")
      ),
      // Without the trait, the plugin has no tool, and its error comes before anything is compiled.
      dependencies: prebuilt + [
        .target(
          name: "nomadctl",
          condition: .when(traits: prebuilt.isEmpty ? ["Nomadctl"] : ["NomadctlGRDB", "NomadctlLibPQ"])
        )
      ]
    ),

    // The demo.
    .executableTarget(name: "caravan", dependencies: ["Nomad"], plugins: ["NomadPlugin"]),

    // What several test targets share, such as running a built executable.
    .target(name: "ToolSupport", path: "Tests/ToolSupport"),
    .testTarget(name: "NomadTargetsTests", dependencies: ["NomadGenCore", "NomadTargets", "ToolSupport"]),
    .testTarget(
      name: "NomadTests",
      dependencies: [
        "Nomad", "NomadAdoption", "NomadBatches", "NomadFiles", "NomadFormat", "NomadRepair", "NomadReverting",
        "NomadSnapshots", "NomadTables", "NomadTesting", "NomadUI", "ToolSupport",
      ]
    ),
    .testTarget(
      name: "NomadTestingTests",
      dependencies: [
        "Nomad", "NomadAdoption", "NomadBatches", "NomadFiles", "NomadRepair", "NomadTables", "NomadTesting",
      ]
    ),
    .testTarget(name: "CaravanTests", dependencies: ["ToolSupport", "caravan"]),
    // The library is there for the samples of the documentation, which are compiled with it.
    .testTarget(
      name: "NomadGenCoreTests",
      dependencies: [
        "Nomad", "NomadAdoption", "NomadBatches", "NomadCheck", "NomadGenCore", "NomadRepair", "NomadReverting",
        "NomadSnapshots", "NomadSources", "NomadSyntax", "NomadTargets", "NomadTesting", "NomadUI", "ToolSupport",
        "nomadctl",
      ]
    ),
    // The tribes of this target and the registry that the generator wrote for them, compiled and run.
    .testTarget(name: "NomadRegistryTests", dependencies: ["Nomad", "NomadGenCore"]),
    // The tools as processes.
    .testTarget(name: "NomadGenTests", dependencies: ["ToolSupport", "nomad-gen", "nomad-registry"]),
    .testTarget(
      name: "NomadctlTests",
      dependencies: [
        "Nomad", "NomadCheck", "NomadFiles", "NomadFormat", "NomadGenCore", "NomadSnapshots",
        "NomadSources", "NomadSyntax", "ToolSupport", "caravan", "nomad-gen", "nomadctl",
      ]
    ),
    // Builds consumer packages with the plugin, as their users would.
    .testTarget(name: "NomadPluginTests"),
  ] + tools
)

for target in package.targets where ![.plugin, .system, .binary].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}

// Every user compiles the build tool in every clean build, and it runs for milliseconds: optimizing it costs more than it
// gains. Modules that an app links have no such flag.
let buildTool = ["NomadSyntax", "NomadGenCore", "NomadSources", "nomad-registry"]
for target in package.targets where buildTool.contains(target.name) {
  target.swiftSettings? += [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
