import NomadGenCore

/// The modules of other packages that a package may import.
///
/// They come from packages that the manifest gives by path, and from packages that SwiftPM has resolved.
struct ImportedModules {
  private var packages: [String: PackageTargets] = [:]

  /// Finds the modules that the package in the current folder can import.
  ///
  /// - Parameter package: That package.
  /// - Throws: ``Failure`` if a folder or a manifest cannot be read.
  init(of package: PackageTargets) throws(Failure) {
    var pending = (package.manifest?.packagePaths ?? []).map { ("", $0) }
    if SourceTree.isFolder(".build/checkouts") {
      pending += try SourceTree.entries(of: ".build/checkouts").map { ("", $0) }
    }
    var seen: Set<String> = []
    while let (base, path) = pending.popLast() {
      let root = (path.hasPrefix("/") ? path : base + path) + "/"
      guard SourceTree.isFolder(root), seen.insert(SourceTree.canonicalPath(of: root)).inserted else { continue }
      let targets = try PackageTargets(in: root)
      // A folder that no manifest declares is a module only if nothing else has its name.
      for module in targets.names() where packages[module]?.declares(module) != true { packages[module] = targets }
      pending += (targets.manifest?.packagePaths ?? []).map { (root, $0) }
    }
  }

  /// Returns the files of a module, or none if the module is not known.
  func files(of module: String) throws(Failure) -> [String] { try packages[module]?.files(of: module) ?? [] }
}
