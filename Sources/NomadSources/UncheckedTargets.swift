import NomadGenCore

/// Finds the targets that a check of the current folder without paths does not look at.
enum UncheckedTargets {
  /// A finding for each target that the manifest puts outside of `Sources`, and in which a tribe may stand.
  static func findings(protocolName: String) throws(Failure) -> [Diagnostic] {
    let manifest = "Package.swift"
    guard SourceTree.isFile(manifest) else { return [] }
    let reader = FileReader()
    var found: [(path: String, location: Location)] = []
    try reader.read(manifest) { found = ManifestPaths.find(in: $0, file: manifest) }
    let tribes = Relevance([protocolName, "TribeTarget"])
    var targets: [(path: String, location: Location)] = []
    for (path, location) in found {
      let folder = SourceTree.components(of: path).joined(separator: "/")
      guard folder != "Sources", !folder.hasPrefix("Sources/"), !targets.contains(where: { $0.path == folder }) else {
        continue
      }
      for file in try files(in: folder) {
        var isRelevant = false
        try reader.read(file) { isRelevant = tribes.isRelevant($0) }
        guard isRelevant else { continue }
        targets.append((folder, location))
        break
      }
    }
    let all = ["Sources"] + targets.map(\.path)
    return targets.map { UncheckedTribes.finding(ofTargetAt: $0.path, $0.location, all: all) }
  }

  /// The files of a target's folder; of the package's own, without those of the targets in folders that have a name.
  private static func files(in folder: String) throws(Failure) -> [String] {
    guard folder.isEmpty else { return SourceTree.isFolder(folder) ? try SourceTree.files(in: [folder]) : [] }
    return try SourceTree.files(in: ["."]).filter { file in
      file != "Package.swift" && !["Sources/", "Tests/", "Plugins/"].contains(where: file.hasPrefix)
    }
  }
}
