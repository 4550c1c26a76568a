import Testing

extension PluginBuilds {
  @Suite(.enabled(if: BuildVariant.isThorough)) struct ManyFilesTests {
    // In release, where a module is compiled as one: in debug each file is a job of its own.
    @Test(
      "Thousands of files with long paths do not overflow the tool's argument list",
      arguments: BuildVariant.release
    )
    func manyFiles(variant: BuildVariant) async throws {
      // Together longer than the arguments of one process may be: 2 MiB on Linux, 1 MiB on macOS.
      let folder = String(repeating: "long ", count: 40) + "name/" + String(repeating: "longer", count: 40)
      var sources: [String: String] = [:]
      for number in 0..<4_000 {
        sources["\(folder)/File\(number).swift"] = ""
      }
      for number in [7, 1_024, 3_999] {
        sources["\(folder)/File\(number).swift"] = """
          import Nomad

          struct Tribe\(number): Tribe {
            static let target: TribeTarget = .literal("\(number).0.0")
            func migrate() async throws {}
          }
          """
      }
      let consumer = try Consumer(sources: sources, variant: variant)
      #expect(
        try await consumer.output(of: "App") == [
          #"Tribe7 .literal("7.0.0")"#, #"Tribe1024 .literal("1024.0.0")"#,
          #"Tribe3999 .literal("3999.0.0")"#,
        ]
      )
    }
  }
}
