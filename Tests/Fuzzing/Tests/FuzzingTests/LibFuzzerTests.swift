#if os(Linux)
  import Foundation
  import Testing

  /// A quick part of the fuzzing that `fuzz` does at length.
  ///
  /// The tests run one after the other, because they build in one folder.
  @Suite(.serialized) struct LibFuzzerTests {
    @Test("The pipeline handles 500 fuzzed inputs without a trap, a hang or a violated rule")
    func pipeline() throws { try Self.fuzz("pipeline", runs: 500) }

    @Test("The ledger reader handles 50,000 fuzzed inputs, and neither loses nor invents records")
    func ledger() throws { try Self.fuzz("ledger", runs: 50_000) }

    private static func fuzz(_ name: String, runs: Int) throws {
      let package = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      let process = Process()
      process.executableURL = package.appendingPathComponent("fuzz")
      process.arguments = [name, "-runs=\(runs)", "-seed=1", "-verbosity=0"]
      let build = (bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL).appendingPathComponent(".build-fuzz")
        .path
      process.environment = ProcessInfo.processInfo.environment.merging(["NOMAD_FUZZ_BUILD": build]) { $1 }
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }
#endif
