// swift-tools-version: 6.2

import PackageDescription

// Fuzzes the whole generator and the reader of ledgers. A package of its own, because the fuzzer builds them with
// instrumentation; its sources are links to theirs. The script `fuzz` beside this file runs libFuzzer.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "PipelineFuzzing", type: .static, targets: ["PipelineFuzzing"]),
    .library(name: "LedgerFuzzing", type: .static, targets: ["LedgerFuzzing"]),
  ],
  targets: [
    .target(name: "NomadTargets"),
    .target(name: "NomadSyntax"),
    .target(name: "NomadGenCore", dependencies: ["NomadSyntax", "NomadTargets"]),
    .target(name: "NomadSources", dependencies: ["NomadGenCore", "NomadTargets"]),
    .target(name: "NomadCheck", dependencies: ["NomadGenCore", "NomadSources", "NomadSyntax", "NomadTargets"]),
    // One run of the pipeline on random bytes, and the rules that it must obey.
    .target(name: "PipelineFuzzing", dependencies: ["NomadCheck", "NomadGenCore", "NomadSyntax"]),
    .target(name: "NomadFiles"),
    .target(name: "NomadFormat"),
    .target(name: "Nomad", dependencies: ["NomadFiles", "NomadFormat", "NomadTargets"]),
    // One reading of random bytes as a ledger, and the rules that it must obey.
    .target(name: "LedgerFuzzing", dependencies: ["Nomad"]),
    // One run on a large input, in a process whose memory can be measured.
    .executableTarget(name: "pipeline-probe", dependencies: ["NomadCheck", "NomadGenCore"]),
    .testTarget(name: "FuzzingTests", dependencies: ["PipelineFuzzing", "pipeline-probe"]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    // The ledger's internals, in release builds, too.
    .unsafeFlags(["-enable-testing"]),
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
