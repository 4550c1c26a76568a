#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// Public reports of stored data that was lost, rebuilt: `Tests/Oracle` compiles and runs the same sources.
  @Suite struct ShapeReportTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Oracle/Shapes/Reports").standardizedFileURL

    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0.hasSuffix(".txt") }.sorted()

    @Test("A release whose types cannot read the data of the last one does not pass the check", arguments: names)
    func report(name: String) throws {
      let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
      let parts = text.components(separatedBy: "\n=== ")
      try #require(parts.count == 3 && parts[1].hasPrefix("old\n") && parts[2].hasPrefix("new\n"))
      let sources = parts.dropFirst().map { "import Foundation\nimport Nomad\n" + $0.dropFirst(4) }

      let folder = try Folder()
      try folder.write(sources[0], to: "Sources/App/App.swift")
      let lock = try Tool("nomadctl").run(["lock", "--release", "1.0.0"], in: folder.url)
      #expect(lock.code == 0, "\(lock)")
      let locked = folder.text("Tribes.lock")
      let clean = try Tool("nomad-gen").run(["--check"], in: folder.url)
      #expect(clean.code == 0 && clean.error.isEmpty, "\(clean)")

      try folder.write(sources[1], to: "Sources/App/App.swift")
      let check = try Tool("nomad-gen").run(["--check"], in: folder.url)
      #expect(check.code == 1 && check.error.contains("[unmigrated-shape]"), "\(check)")
      let same = try Tool("nomadctl").run(["check"], in: folder.url)
      #expect(same.code == 1 && same.error.contains(check.error), "\(same)")
      let release = try Tool("nomadctl").run(["lock", "--release", "1.1.0"], in: folder.url)
      #expect(release.code == 1 && folder.text("Tribes.lock") == locked, "\(release)")
    }

    @Test("There are the reports")
    func present() { #expect(Self.names.count >= 8) }
  }
#endif
