import NomadGenCore

/// A finder of the modules that contain given paths.
struct SurroundingModule {
  /// The packages found so far, by the paths of their folders.
  private var packages: [String: PackageTargets] = [:]

  /// Returns the name of the module that contains a path.
  ///
  /// The module belongs to the package in the current folder, or to one with a `Package.swift` around the path.
  ///
  /// - Parameters:
  ///   - path: The path of a file or of a folder.
  ///   - isFolder: Whether the path is a folder.
  /// - Returns: The module's name; nil if no module contains the path, or if the path is itself a module's folder.
  /// - Throws: ``Failure`` if a folder or a manifest cannot be read.
  mutating func name(around path: String, isFolder: Bool) throws(Failure) -> String? {
    // Try the path as written first: an entry of Sources may be a link to another place.
    let start = path.hasPrefix("/") ? "/" : ""
    if let name = try name(around: SourceTree.components(of: path), in: start, isFolder) { return name }
    return try name(around: SourceTree.components(of: SourceTree.canonicalPath(of: path)), in: "/", isFolder)
  }

  private mutating func name(around path: [String], in start: String, _ isFolder: Bool) throws(Failure) -> String? {
    for index in path.indices {
      let root = start + path[..<index].map { $0 + "/" }.joined()
      guard root.isEmpty || SourceTree.isFile(root + "Package.swift") else { continue }
      // With `??`, the compiler does not see that only failures are thrown.
      let package = if let known = packages[root] { known } else { try PackageTargets(in: root) }
      packages[root] = package
      let inner = path[index...].joined(separator: "/")
      guard let target = package.target(around: inner) else { continue }
      return isFolder && target.folder == inner ? nil : target.module
    }
    return nil
  }
}
