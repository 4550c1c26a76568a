import NomadGenCore

/// A finder of the packages whose targets contain given paths, or are in them.
struct SurroundingPackage {
  /// The place of a path in a package.
  struct Place {
    let package: PackageTargets
    /// The path in the package's folder.
    let path: String
    /// The module whose folder contains the path; nil if none does.
    let module: String?
  }

  /// The packages found so far, by the paths of their folders.
  private var packages: [String: PackageTargets] = [:]

  /// Returns the place of a path in a package: in the one in the current folder, or in one with a `Package.swift` around
  /// the path.
  ///
  /// A folder called `Sources` belongs to a package even without a manifest.
  ///
  /// - Parameter path: The path of a file or of a folder.
  /// - Returns: The place; nil if the path neither is in a target's folder nor contains one.
  /// - Throws: ``Failure`` if a folder or a manifest cannot be read.
  mutating func place(of path: String) throws(Failure) -> Place? {
    // Try the path as written first: an entry of Sources may be a link to another place.
    let start = path.hasPrefix("/") ? "/" : ""
    if let place = try place(of: SourceTree.components(of: path), in: start) { return place }
    return try place(of: SourceTree.components(of: SourceTree.canonicalPath(of: path)), in: "/")
  }

  private mutating func place(of path: [String], in start: String) throws(Failure) -> Place? {
    // The path may itself be a package's folder.
    for index in path.startIndex...path.endIndex {
      let root = start + path[..<index].map { $0 + "/" }.joined()
      let inner = path[index...].joined(separator: "/")
      let isSources = inner == "Sources"
      guard isSources || root.isEmpty || SourceTree.isFile(root + "Package.swift"), path.dropFirst(index).first != ".."
      else { continue }
      // With `??`, the compiler does not see that only failures are thrown.
      let package = if let known = packages[root] { known } else { try PackageTargets(in: root) }
      packages[root] = package
      if isSources || !package.names(at: inner).isEmpty {
        return Place(package: package, path: inner, module: package.module(around: inner))
      }
    }
    return nil
  }
}
