import NomadGenCore

extension Manifest {
  /// Reads the manifest of the package in a folder.
  ///
  /// Of a `Package.swift` and its variants for versions of Swift, it is the one with the newest tools version.
  ///
  /// - Parameter root: The path of the package's folder, with a slash at its end; empty for the current folder.
  /// - Returns: The manifest; nil if there is none.
  /// - Throws: ``Failure`` if the folder or a manifest cannot be read.
  static func find(in root: String) throws(Failure) -> Manifest? {
    var newest: Manifest?
    for file in try SourceTree.entries(of: root.isEmpty ? "." : root) {
      guard isManifest(SourceTree.components(of: file).last ?? file), SourceTree.isFile(file) else { continue }
      try FileReader().read(file) { bytes in
        let manifest = Manifest(bytes, file: file)
        let isOlder = newest.map { manifest.toolsVersion.lexicographicallyPrecedes($0.toolsVersion) } == true
        if !isOlder { newest = manifest }
      }
    }
    return newest
  }

  /// Whether a path in a package's folder is that of a manifest.
  static func isManifest(_ path: String) -> Bool {
    path == "Package.swift" || path.hasPrefix("Package@swift-") && path.hasSuffix(".swift") && !path.contains("/")
  }
}
