import Foundation
import Testing
import ToolSupport

/// A registry that is committed is written by `--write`, and the check reports one that the sources have left behind.
@Suite struct CommittedRegistryTests {
  private static let path = "Sources/App/NomadRegistry.swift"
  private static let tribes = """
    import Nomad

    struct One: Tribe { static let target: TribeTarget = .literal("1.0.0"); func migrate() {} }
    struct Two: Tribe { static let target: TribeTarget = .literal("2.0.0"); func migrate() {} }
    struct Index: Tribe { static let target: TribeTarget = .whenChanged("index"); func migrate() { print(1) } }

    """
  private static let migration = ("Sources/App/Migrations/3.0.0-tags.sql", "CREATE TABLE tag (name TEXT);\n")

  /// Returns a package whose app has no plugin and a committed registry that is up to date.
  private func package(plugins: String = "", _ files: [String: String] = [:]) throws -> Folder {
    let nomad = #"dependencies: [.product(name: "Nomad", package: "Nomad")]"#
    let folder = try SamplePackage.folder(
      SamplePackage.manifest(#".executableTarget(name: "App", \#(nomad)\#(plugins))"#),
      ["Sources/App/main.swift": "import Nomad\ntry await Nomad(.generated).migrate()\n"]
        .merging(files) { $1 }.merging(["Sources/App/Tribes.swift": Self.tribes]) { $1 }
    )
    try output(in: folder)
    return folder
  }

  private func output(in folder: Folder) throws {
    let arguments = ["--output", Self.path, "--module", "App", "Sources/App"]
    let result = try Tool("nomad-gen").run(arguments, in: folder.url)
    try #require(result.code == 0, "\(result)")
  }

  /// Returns the only finding of the check.
  private func finding(in folder: Folder, _ arguments: String...) throws -> (code: Int32, CheckReport.Finding) {
    let result = try Tool("nomad-gen").run(["--check", "--format", "json"] + arguments, in: folder.url)
    let report = try JSONDecoder().decode(CheckReport.self, from: Data(result.output.utf8))
    #expect(report.diagnostics.count == 1, "\(report.findings)")
    return (result.code, try #require(report.diagnostics.first))
  }

  private func write(in folder: Folder, _ arguments: String...) throws -> Tool.Result {
    try Tool("nomad-gen").run(["--write"] + arguments, in: folder.url)
  }

  @Test("A registry that is up to date is no finding, and writing it again changes nothing")
  func upToDate() throws {
    let folder = try package()
    let text = try #require(folder.text(Self.path))
    let result = try Tool("nomad-gen").run(["--check", "--strict"], in: folder.url)
    #expect(result.code == 0 && result.output.hasPrefix("3 tribes in 1 module, nothing wrong"), "\(result)")
    let again = try write(in: folder)
    #expect(again.code == 0 && again.output == "\(Self.path) is up to date\n" && folder.text(Self.path) == text)
    // The file that is there is no source of the new one.
    try output(in: folder)
    #expect(folder.text(Self.path) == text)
  }

  /// A change of the sources, and what the check says about it.
  struct Change: CustomTestStringConvertible, Sendable {
    var old: String
    var new: String
    var message: String
    var line = 3
    var testDescription: String { message }
  }

  @Test(
    "A registry that the sources have left behind is an error at the tribe, until it is written",
    arguments: [
      Change(
        old: "struct Two",
        new:
          "struct New: Tribe { static let target: TribeTarget = .literal(\"1.5.0\"); func migrate() {} }\nstruct Two",
        message: "'New' is not in the committed registry, so it never runs",
        line: 4
      ),
      Change(old: "struct One", new: "struct Uno", message: "'Uno' is not in the committed registry, so it never runs"),
      Change(old: "1.0.0", new: "1.0.1", message: "'One' has another target in the committed registry"),
      Change(
        old: "print(1)",
        new: "print(2)",
        message: "'Index' has another source in the committed registry",
        line: 5
      ),
      Change(
        old: "\"2.0.0\");",
        new: "\"2.0.0\"); static let urgency: TribeUrgency = .deferred;",
        message: "'Two' has other members in the committed registry",
        line: 4
      ),
      Change(
        old: "\"2.0.0\");",
        new: "\"2.0.0\"); static let requires: [Any.Type] = [One.self];",
        message: "'Two' has other members in the committed registry",
        line: 4
      ),
      Change(
        old: "\"2.0.0\"); func migrate() {}",
        new: "\"2.0.0\"); func migrate() async throws {}",
        message: "'Two' has other members in the committed registry",
        line: 4
      ),
    ]
  )
  func stale(change: Change) throws {
    let folder = try package()
    try folder.write(Self.tribes.replacing(change.old, with: change.new), to: "Sources/App/Tribes.swift")
    let (code, finding) = try finding(in: folder)
    #expect(code == 1 && finding.code == "stale-registry" && finding.severity == "error")
    #expect(finding.message == change.message && finding.file == "Sources/App/Tribes.swift")
    #expect(finding.line == change.line)
    #expect(finding.notes.last?.message == "run 'swift run nomad-gen --write', and commit the file")
    let result = try write(in: folder)
    #expect(result.code == 0 && result.output == "wrote \(Self.path)\n" && result.error == "", "\(result)")
    #expect(try Tool("nomad-gen").run(["--check", "--strict"], in: folder.url).code == 0)
  }

  @Test("A tribe that is gone, and a change by hand, are errors in the file")
  func staleFile() throws {
    let folder = try package()
    let text = try #require(folder.text(Self.path))
    try folder.write(Self.tribes.replacing("struct Two: Tribe", with: "struct Two"), to: "Sources/App/Tribes.swift")
    var found = try finding(in: folder)
    #expect(
      found.code == 1
        && found.1.message == #"the committed registry has the tribe "Two", which the sources do not have"#
    )
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines.firstIndex { $0.hasSuffix("\"Two\",") } ?? 0
    #expect(found.1.file == Self.path && found.1.line == place + 1)

    try folder.write(Self.tribes, to: "Sources/App/Tribes.swift")
    for (old, new) in [("import Nomad", "import Nomad\nimport Foundation"), ("nonisolated static", "static")] {
      try folder.write(text.replacing(old, with: new), to: Self.path)
      found = try finding(in: folder)
      #expect(found.code == 1 && found.1.message == "the committed registry is not the one that the sources give")
      #expect(found.1.file == Self.path && found.1.line > 3)
    }
    #expect(try write(in: folder).code == 0 && folder.text(Self.path) == text)
  }

  @Test("A registry of another version of Nomad says so")
  func otherVersion() throws {
    let folder = try package()
    let text = try #require(folder.text(Self.path))
    let version = try #require(text.firstMatch(of: /nomad-gen (\S+) from/)).1
    try folder.write(text.replacing("nomad-gen \(version)", with: "nomad-gen 0.9.9"), to: Self.path)
    let (code, finding) = try finding(in: folder)
    #expect(code == 1 && finding.message == "the committed registry is of Nomad 0.9.9, and this is Nomad \(version)")
    #expect(finding.file == Self.path && finding.line == 1)
  }

  @Test("The text of an SQL file counts as its tribe's source")
  func sql() throws {
    let grdb = ["Sources/App/Data.swift": "import NomadGRDB\n", Self.migration.0: Self.migration.1]
    let folder = try package(grdb)
    try folder.write("CREATE TABLE tag (title TEXT);\n", to: Self.migration.0)
    let (code, finding) = try finding(in: folder)
    #expect(code == 1 && finding.message == "'SQL_3_0_0_tags' has another source in the committed registry")
    #expect(finding.file == Self.migration.0)
  }

  @Test("SQL files count in a target that has the library through another one")
  func indirectSQL() throws {
    let library = #"dependencies: [.product(name: "NomadGRDB", package: "Nomad")]"#
    let targets = #".target(name: "Kit", \#(library)), .executableTarget(name: "App", dependencies: ["Kit"])"#
    let files = [
      "Sources/Kit/Kit.swift": "", "Sources/App/main.swift": "import NomadGRDB\nlet n = Nomad(.generated)\n",
    ]
    let folder = try SamplePackage.folder(SamplePackage.manifest(targets), files)
    try folder.write(Self.migration.1, to: Self.migration.0)
    try output(in: folder)
    let text = try #require(folder.text(Self.path))
    #expect(text.contains("SQL_3_0_0_tags"))
    #expect(try write(in: folder).output == "\(Self.path) is up to date\n" && folder.text(Self.path) == text)
  }

  @Test("An error of the build keeps the file, and a part of a module is not written")
  func errors() throws {
    let folder = try package()
    let text = folder.text(Self.path)
    try folder.write(Self.tribes.replacing("2.0.0", with: "2.0"), to: "Sources/App/Tribes.swift")
    let result = try write(in: folder)
    #expect(result.code == 1 && result.output == "" && result.error.contains("[illegal-target]"), "\(result)")
    #expect(folder.text(Self.path) == text)
    let part = try write(in: folder, "Sources/App/Tribes.swift")
    #expect(part.code == 2 && part.output == "" && part.error.contains("no module here has a committed"), "\(part)")
    let both = try write(in: folder, "Sources/App/Tribes.swift", Self.path)
    #expect(both.code == 2 && both.error.contains("the paths cover only a part of module App"), "\(both)")
  }

  @Test("Writing the first registry keeps what is there, and refuses a place where the check would not find it")
  func first() throws {
    let folder = try package()
    let text = folder.text(Self.path)
    try folder.write(Self.tribes.replacing("2.0.0", with: "2.0"), to: "Sources/App/Tribes.swift")
    func output(_ path: String, _ sources: String = "Sources/App") throws -> Tool.Result {
      try Tool("nomad-gen").run(["--output", path, "--module", "App", sources], in: folder.url)
    }
    #expect(
      try output(Self.path).code == 1 && output(Self.path, "Sources/Ap").code == 2 && folder.text(Self.path) == text
    )
    try folder.write(Self.tribes, to: "Sources/App/Tribes.swift")
    let other = try output("Sources/App/Tribes.swift")
    #expect(other.code == 2 && other.error.contains("has to be called NomadRegistry.swift"), "\(other)")
    try folder.write("struct Mine {}\n", to: "Other/NomadRegistry.swift")
    let mine = try output("Other/NomadRegistry.swift")
    #expect(mine.code == 2 && mine.error.contains("'Other/NomadRegistry.swift' is no registry"), "\(mine)")
    #expect(folder.text("Sources/App/Tribes.swift") == Self.tribes)
    #expect(try output("Other/Registry.swift").code == 0)
  }

  @Test("A registry of another module says so, and is not written")
  func otherModule() throws {
    let folder = try package()
    try FileManager.default.removeItem(at: folder.url.appending(path: "Package.swift"))
    let text = folder.text(Self.path)
    let (code, finding) = try finding(in: folder, "--module", "Notes", "Sources/App")
    #expect(code == 1 && finding.message.contains("is of module 'App', and the check reads these files as Notes"))
    #expect(finding.notes.last?.message == "name the module with --module")
    let written = try write(in: folder, "--module", "Notes", "Sources/App")
    #expect(written.code == 2 && written.error.contains("is the registry of module 'App'"), "\(written)")
    #expect(folder.text(Self.path) == text)
  }

  @Test("What the tool cannot see is named when a registry is written")
  func unseen() throws {
    let step = "import Kit\n" + SamplePackage.tribe("S").replacing("Tribe {", with: "Step {")
    let folder = try package(["Sources/App/Step.swift": step])
    let result = try write(in: folder)
    #expect(result.code == 0 && result.error.contains("[unchecked-tribes]"), "\(result)")
    try folder.write("let package = 1\n", to: "Package.swift")
    let undescribed = try write(in: folder)
    #expect(undescribed.code == 2 && undescribed.error.contains("SwiftPM does not describe"), "\(undescribed)")
  }

  @Test("The files of another plugin are named only if they mention tribes")
  func otherPlugin() throws {
    let folder = try package(plugins: #", plugins: [.plugin(name: "Lint", package: "Nomad")]"#)
    #expect(try Tool("nomad-gen").run(["--check", "--strict"], in: folder.url).code == 0)
    let outputs = ".build/plugins/outputs/\(folder.url.lastPathComponent.lowercased())/App/destination/Lint"
    try folder.write("enum Lint {}\n", to: "\(outputs)/Lint.swift")
    #expect(try Tool("nomad-gen").run(["--check", "--strict"], in: folder.url).code == 0)
    try folder.write("struct Made: Tribe {}\n", to: "\(outputs)/Made.swift")
    let (code, finding) = try finding(in: folder)
    #expect(code == 0 && finding.code == "unchecked-tribes" && finding.message.contains("the plugin 'Lint' generates"))
  }

  @Test("A target with the plugin and the file is an error that names both")
  func both() throws {
    let folder = try package(plugins: ", \(SamplePackage.plugin)")
    let (code, finding) = try finding(in: folder)
    #expect(code == 1 && finding.code == "stale-registry" && finding.file == Self.path)
    #expect(
      finding.message
        == "the target 'App' uses NomadPlugin, which generates the file that is committed as '\(Self.path)'"
    )
    let text = folder.text(Self.path)
    let result = try write(in: folder)
    #expect(result.code == 1 && result.output == "" && result.error.contains("[stale-registry]"), "\(result)")
    #expect(folder.text(Self.path) == text)
  }

  @Test("Without a Package.swift, the module's name selects its sources")
  func withoutPackage() throws {
    let folder = try package()
    try FileManager.default.removeItem(at: folder.url.appending(path: "Package.swift"))
    try folder.write(Self.tribes.replacing("1.0.0", with: "1.0.1"), to: "Sources/App/Tribes.swift")
    let (code, finding) = try finding(in: folder, "--module", "App", "Sources/App")
    #expect(code == 1 && finding.message == "'One' has another target in the committed registry")
    #expect(finding.notes.last?.message == "run 'nomad-gen --write --module App Sources/App', and commit the file")
    #expect(try write(in: folder, "--module", "App", "Sources/App").output == "wrote \(Self.path)\n")
    #expect(
      try Tool("nomad-gen").run(["--check", "--strict", "--module", "App", "Sources/App"], in: folder.url).code == 0
    )
  }

  @Test("Nothing to write is an error that says how to begin")
  func nothing() throws {
    let folder = try package()
    try FileManager.default.removeItem(at: folder.url.appending(path: Self.path))
    let none = try write(in: folder)
    #expect(none.code == 2 && none.output == "", "\(none)")
    #expect(none.error.contains("no module here has a committed NomadRegistry.swift; write the first one with '"))
  }
}
