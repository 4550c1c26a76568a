#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The pictures of the demo's migrations in the documentation.
  @Suite struct RoadOfCaravanTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    @Test(
      "The pictures in the documentation match the demo's map; RECORD_SNAPSHOTS=1 records them",
      arguments: [("caravan-road.svg", []), ("caravan-upgrade.svg", ["--from", "1.1", "--to", "2.0.0"])]
    )
    func picture(name: String, arguments: [String]) throws {
      let file = Self.package.appendingPathComponent("Sources/Nomad/Nomad.docc/Resources/\(name)")
      let result = try Tool("nomadctl").run(
        ["map", "Sources/caravan", "--format", "svg"] + arguments,
        in: Self.package
      )
      #expect(result.code == 0 && result.error == "")
      if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
        try Data(result.output.utf8).write(to: file)
        Issue.record("recorded; run again without RECORD_SNAPSHOTS")
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == result.output)
    }
  }
#endif
