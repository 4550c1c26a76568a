import Testing

extension PluginBuilds {
  @Suite(.enabled(if: BuildVariant.isThorough)) struct ManyFilesTests {
    /// The number of files, and the number of components in their paths.
    ///
    /// The paths together exceed the limit for the arguments of one process: 2 MiB on Linux, and 1 MiB on macOS, where
    /// a path has at most 1,024 bytes instead of 4,096.
    #if os(macOS)
      private static let (files, components) = (1_800, 3)
    #else
      private static let (files, components) = (800, 14)
    #endif

    // In release, a module is compiled as a whole. In debug, each file would be a job of its own.
    @Test(
      "The plugin passes more paths to the tool than fit in an argument list",
      arguments: BuildVariant.release
    )
    func manyFiles(variant: BuildVariant) async throws {
      let component = String(repeating: "long ", count: 40) + "name"
      let folder = repeatElement(component, count: Self.components).joined(separator: "/")
      var sources: [String: String] = [:]
      for number in 0..<Self.files {
        sources["\(folder)/File\(number).swift"] = ""
      }
      let numbers = [7, 500, Self.files - 1]
      for number in numbers {
        sources["\(folder)/File\(number).swift"] = """
          import Nomad

          struct Tribe\(number): Tribe {
            static let target: TribeTarget = .literal("\(number).0.0")
            func migrate() async throws {}
          }
          """
      }
      let consumer = try Consumer(sources: sources, variant: variant)
      let expected = numbers.map { #"Tribe\#($0) .literal("\#($0).0.0")"# }
      #expect(try await consumer.output(of: "App") == expected)
    }
  }
}
