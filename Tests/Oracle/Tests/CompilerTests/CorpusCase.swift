import Foundation

/// One case: a module of tribes, after the modules that it depends on.
struct CorpusCase {
  let name: String

  /// In the order in which they are compiled: the folders in `Deps`, by name, then the case's own.
  let modules: [CorpusModule]

  /// The flags of each build, such as `["-D", "A"]`.
  let builds: [[String]]

  /// The defect that makes the case fail, if it is known to.
  let known: String?

  init(folder: URL, name: String) throws {
    self.name = name
    let own = try CorpusModule(folder: folder, name: "App")
    let dependencies = folder.appendingPathComponent("Deps")
    var modules: [CorpusModule] = []
    if FileManager.default.fileExists(atPath: dependencies.path) {
      modules = try Corpus.folders(in: dependencies).map { try CorpusModule(folder: $0, name: $0.lastPathComponent) }
    }
    self.modules = modules + [own]
    builds = own.directives.builds
    known = own.directives.known
  }
}
