import Foundation

/// A folder for one run of the tests, with the parts that every case needs: the library as a module, and a macro.
final class Workspace: Sendable {
  let folder: URL

  /// The folder of the library's modules and archives.
  var library: URL { folder.appendingPathComponent("Library") }

  /// The plugin that expands `@Nomadic`.
  var macroPlugin: URL { folder.appendingPathComponent("MacroPlugin") }

  /// The protocols whose conforming types the compiler lists.
  var protocols: URL { folder.appendingPathComponent("protocols.json") }

  struct Failure: Error {
    var text: String
  }

  /// Compiles the library from its real sources, so that the cases conform to the real protocol.
  init() throws {
    let temporary = FileManager.default.temporaryDirectory
    // The compiler reports the real paths of files.
    folder = temporary.appendingPathComponent("nomad-compiler-tests-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    try Data(#"["Tribe"]"#.utf8).write(to: protocols)
    let repository = Corpus.package.deletingLastPathComponent().deletingLastPathComponent()
    for module in ["NomadTargets", "NomadFiles", "NomadFormat", "Nomad"] {
      let sources = repository.appendingPathComponent("Sources").appendingPathComponent(module)
      try build(
        Self.swiftFiles(in: sources) + [
          "-parse-as-library", "-module-name", module, "-package-name", "nomad", "-swift-version", "6",
          "-whole-module-optimization", "-emit-module", "-emit-library", "-static",
          "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility",
          "-enable-upcoming-feature", "InternalImportsByDefault", "-I", library.path,
          "-emit-module-path", library.appendingPathComponent("\(module).swiftmodule").path,
          "-o", library.appendingPathComponent("lib\(module).a").path,
        ]
      )
    }
    try build(
      Self.swiftFiles(in: Corpus.package.appendingPathComponent("MacroPlugin")) + [
        "-swift-version", "6", "-o", macroPlugin.path,
      ]
    )
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func build(_ arguments: [String]) throws {
    let (status, _, errors) = try Command.run("swiftc", arguments, log: folder.appendingPathComponent("library"))
    if status != 0 { throw Failure(text: errors) }
  }

  private static func swiftFiles(in folder: URL) -> [String] {
    (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" }.map(\.path).sorted()
  }
}
