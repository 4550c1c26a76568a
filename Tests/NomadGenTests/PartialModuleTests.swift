import Foundation
import Testing
import ToolSupport

/// `nomad-gen --check` with paths inside a module.
@Suite struct PartialModuleTests {
  private static let tool = Tool("nomad-gen")

  private static func tribe(_ name: String, _ target: String) -> String {
    "struct \(name): Tribe { static let target: TribeTarget = \(target) }\n"
  }

  /// Returns a manifest with a target `App`, and one whose folder is not in its own folder of `Sources`.
  private static func manifest(notes: String = "Features") -> String {
    let run = #"path: "Sources/Features\#(notes == "Features" ? "" : "/" + notes)", \#(SamplePackage.plugin)"#
    return SamplePackage.manifest(
      ".target(name: \"App\", \(SamplePackage.plugin)), .target(name: \"\(notes)\", \(run))"
    )
  }

  /// Returns a package with a tribe in a module's folder, one in a subfolder, and one in a target with its own path.
  private func folder(manifest: String? = manifest()) throws -> Folder {
    let folder = try Folder()
    if let manifest { try folder.write(manifest, to: "Package.swift") }
    try folder.write(Self.tribe("One", #".literal("1.0.0")"#), to: "Sources/App/One.swift")
    try folder.write(Self.tribe("Two", #".literal("2.0.0")"#), to: "Sources/App/Tribes/Two.swift")
    try folder.write(Self.tribe("Three", #".literal("3.0.0")"#), to: "Sources/Features/Notes/Three.swift")
    return folder
  }

  /// Returns the tribes that the check finds, with their modules.
  private func tribes(_ paths: [String], in url: URL) throws -> [String] {
    struct Report: Decodable {
      struct Tribe: Decodable {
        var name, module: String
      }
      var tribes: [Tribe]
    }
    let result = try Self.tool.run(["--check", "--format", "json"] + paths, in: url)
    #expect(result.code == 0, "\(result.error)")
    return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)).tribes.map {
      "\($0.module).\($0.name)"
    }
  }

  @Test(
    "Files inside a module's folder belong to that module",
    arguments: [
      (["Sources/App/Tribes/Two.swift"], ["App.Two"]), (["Sources/App/Tribes"], ["App.Two"]),
      (["./Sources//App/Tribes/"], ["App.Two"]),
      (["Sources/App/One.swift", "Sources/App/Tribes"], ["App.One", "App.Two"]),
      (["Sources/App", "Sources/App/Tribes"], ["App.One", "App.Two"]),
      (["Sources/App/Tribes", "Sources/App/Tribes/Two.swift"], ["App.Two"]),
      (["Sources/Features/Notes"], ["Features.Three"]), (["Sources/App"], ["App.One", "App.Two"]),
    ]
  )
  func names(paths: [String], expected: [String]) throws {
    // Files in the current folder's Sources belong to their module even without a manifest.
    for folder in [try folder(), try folder(manifest: nil)] { #expect(try tribes(paths, in: folder.url) == expected) }
  }

  @Test("A path of a target in the manifest makes that folder a module")
  func ownPath() throws {
    let folder = try folder(manifest: Self.manifest(notes: "Notes"))
    #expect(try tribes(["Sources/Features/Notes"], in: folder.url) == ["Notes.Three"])
    #expect(try tribes(["Sources/Features/Notes/Three.swift"], in: folder.url) == ["Notes.Three"])
  }

  @Test("A file's module is the same from every current folder if the package has a manifest")
  func elsewhere() throws {
    let folder = try folder()
    #expect(try tribes([folder.path("Sources/App/Tribes")], in: URL(filePath: "/")) == ["App.Two"])
    #expect(try tribes(["Tribes"], in: folder.url.appending(path: "Sources/App")) == ["App.Two"])
    #expect(try tribes(["../App/Tribes"], in: folder.url.appending(path: "Sources/Features")) == ["App.Two"])
    let bare = try self.folder(manifest: nil)
    #expect(try tribes([bare.path("Sources/App/Tribes")], in: URL(filePath: "/")) == ["Tribes.Two"])
  }

  @Test("A check of a part of a module skips its shipped tribes with a message, but checks new ones")
  func lock() throws {
    let folder = try folder()
    try folder.write(
      """
      tribes-lock 1
      App.One .literal("1.0.0") 1.0.0 0000000000000000
      App.Gone .literal("1.5.0") 1.5.0 0000000000000000

      """,
      to: "Tribes.lock"
    )
    let clean = try Self.tool.run(["--check", "Sources/App/Tribes"], in: folder.url)
    #expect(clean.code == 0)
    #expect(
      clean.output
        == "1 tribe in 1 module, 0 of them shipped, nothing wrong; the check saw only a part of App, "
        + "so it did not judge its shipped tribes\n"
    )
    try folder.write(Self.tribe("Late", #".literal("1.1.0")"#), to: "Sources/App/Tribes/Late.swift")
    let late = try Self.tool.run(["--check", "Sources/App/Tribes"], in: folder.url)
    #expect(late.code == 1 && late.error.contains("[late-tribe]") && !late.error.contains("Sources/App/One"))
    let whole = try Self.tool.run(["--check", "Sources/App"], in: folder.url)
    #expect(whole.code == 1 && whole.error.contains("[changed-tribe]") && whole.error.contains("[removed-tribe]"))
  }

  @Test("A release lock outside of the current folder is ignored with a warning")
  func lockElsewhere() throws {
    let folder = try folder()
    try folder.write("tribes-lock 1\n", to: "Tribes.lock")
    for (path, url) in [(folder.path("Sources"), URL(filePath: "/")), (".", folder.url.appending(path: "Sources/App"))]
    {
      let result = try Self.tool.run(["--check", path], in: url)
      #expect(result.code == 0)
      let words = "has a Tribes.lock, but the check runs in another folder [unchecked-tribes]"
      #expect(result.error.contains("/Tribes.lock:1:1: warning: '") && result.error.contains(words))
      #expect(result.output.contains("1 warning"))
      let json = try Self.tool.run(["--check", "--strict", "--format", "json", path], in: url)
      #expect(json.code == 1 && json.output.contains("has a Tribes.lock"))
    }
    // The current folder may have a lock of its own, that of another package.
    try folder.write("tribes-lock 1\n", to: "Other/Tribes.lock")
    for options in [[], ["--strict"]] {
      let arguments = ["--check"] + options + [folder.path("Sources")]
      let other = try Self.tool.run(arguments, in: folder.url.appending(path: "Other"))
      #expect(other.error.contains("../Tribes.lock:1:1: warning: '..' has a Tribes.lock"))
    }
    // The lock does not apply to another package inside of the package.
    try folder.write(
      SamplePackage.manifest(".target(name: \"App\", \(SamplePackage.plugin))"),
      to: "Tests/Inner/Package.swift"
    )
    let one = Self.tribe("One", ".first") + "let nomad = Nomad(.generated)\n"
    try folder.write(one, to: "Tests/Inner/Sources/App/One.swift")
    #expect(try Self.tool.run(["--check"], in: folder.url.appending(path: "Tests/Inner")).error == "")
    #expect(!(try Self.tool.run(["--check"], in: folder.url).error.contains("Tests/Inner' has")))
  }
}
