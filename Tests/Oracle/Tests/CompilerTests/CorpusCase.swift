import Foundation

/// A case: a module of tribes, and the modules that it depends on.
struct CorpusCase {
  let name: String

  /// The modules in compilation order: the folders in `Deps`, by name, then the case's own.
  let modules: [CorpusModule]

  /// The flags of each build, such as `["-D", "A"]`.
  let builds: [[String]]

  /// The known defect that makes the case fail; nil if there is none.
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
    builds = own.comments.builds
    known = own.comments.known
  }
}
