import NomadGenCore
import NomadSources

/// Finds the modules that paths lead into.
struct SurroundingModule {
  /// What may be paths of targets, by the path of the manifest that says so; nil for one that is not there.
  private var manifests: [String: Set<String>?] = [:]

  /// The folder of the module that a path leads into.
  ///
  /// That is a folder in a `Sources`, which stands in the current folder or beside a `Package.swift`; or one further
  /// inside, if the manifest says that it is the path of a target.
  ///
  /// - Parameters:
  ///   - path: The path of a file or of a folder.
  ///   - isFolder: Whether it is a folder.
  /// - Returns: The path of the module's folder; nil if there is none around the path, or if the path is that of one.
  /// - Throws: ``Failure`` if a manifest cannot be read.
  mutating func folder(around path: String, isFolder: Bool) throws(Failure) -> String? {
    // As it is written first: what is in Sources may be a link to elsewhere.
    let start = path.hasPrefix("/") ? "/" : ""
    if let folder = try folder(around: SourceTree.components(of: path), in: start, isFolder) { return folder }
    return try folder(around: SourceTree.components(of: SourceTree.canonicalPath(of: path)), in: "/", isFolder)
  }

  private mutating func folder(around path: [String], in start: String, _ isFolder: Bool) throws(Failure) -> String? {
    for index in path.indices where path[index] == "Sources" && index + 2 < path.count {
      let package = start + path[..<index].map { $0 + "/" }.joined()
      let targets = try paths(in: package + "Package.swift")
      guard targets != nil || package.isEmpty else { continue }
      // From the path itself outwards, as far as to the folder in Sources, which need not be said.
      for end in (index + 2...path.count).reversed() {
        let folder = path[index..<end].joined(separator: "/")
        guard targets?.contains(folder) == true || end == index + 2 else { continue }
        return end == path.count && isFolder ? nil : package + folder
      }
    }
    return nil
  }

  /// What stands between quotation marks in a manifest: the paths of targets are among it.
  private mutating func paths(in manifest: String) throws(Failure) -> Set<String>? {
    if let known = manifests[manifest] { return known }
    var texts: Set<String>?
    if SourceTree.isFile(manifest) {
      try FileReader().read(manifest) { bytes in
        let pieces = bytes.split(separator: UInt8(ascii: "\""))
        texts = Set(
          pieces.map { SourceTree.components(of: String(decoding: $0, as: UTF8.self)).joined(separator: "/") }
        )
      }
    }
    manifests[manifest] = .some(texts)
    return texts
  }
}
