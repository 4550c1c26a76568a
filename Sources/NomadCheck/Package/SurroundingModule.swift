import NomadGenCore

/// A finder of the modules that contain given paths.
struct SurroundingModule {
  /// The possible paths of targets, by the path of their manifest; nil for a manifest that does not exist.
  private var manifests: [String: Set<String>?] = [:]

  /// Returns the folder of the module that contains a path.
  ///
  /// A module's folder is a folder in `Sources`, where `Sources` is in the current folder or beside a `Package.swift`.
  /// It can also be a folder further inside, if the manifest gives it as the path of a target.
  ///
  /// - Parameters:
  ///   - path: The path of a file or of a folder.
  ///   - isFolder: Whether the path is a folder.
  /// - Returns: The path of the module's folder; nil if no module contains the path, or if the path is itself a
  ///   module's folder.
  /// - Throws: ``Failure`` if a manifest cannot be read.
  mutating func folder(around path: String, isFolder: Bool) throws(Failure) -> String? {
    // Try the path as written first: an entry of Sources may be a link to another place.
    let start = path.hasPrefix("/") ? "/" : ""
    if let folder = try folder(around: SourceTree.components(of: path), in: start, isFolder) { return folder }
    return try folder(around: SourceTree.components(of: SourceTree.canonicalPath(of: path)), in: "/", isFolder)
  }

  private mutating func folder(around path: [String], in start: String, _ isFolder: Bool) throws(Failure) -> String? {
    for index in path.indices where path[index] == "Sources" && index + 2 < path.count {
      let package = start + path[..<index].map { $0 + "/" }.joined()
      let targets = try paths(in: package + "Package.swift")
      guard targets != nil || package.isEmpty else { continue }
      // From the path itself outwards, up to the folder in Sources, which the manifest need not mention.
      for end in (index + 2...path.count).reversed() {
        let folder = path[index..<end].joined(separator: "/")
        guard targets?.contains(folder) == true || end == index + 2 else { continue }
        return end == path.count && isFolder ? nil : package + folder
      }
    }
    return nil
  }

  /// Returns all texts between quotation marks in a manifest, which include the paths of its targets.
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
