import NomadGenCore

extension Manifest {
  /// Reads the manifest of the package in a folder.
  ///
  /// Of a `Package.swift` and its variants for versions of Swift, it is the one that SwiftPM takes: the variant for the
  /// current version, or else the newest one for an earlier version that is above the tools version of `Package.swift`.
  ///
  /// - Parameter root: The path of the package's folder, with a slash at its end; empty for the current folder.
  /// - Returns: The manifest; nil if there is none.
  /// - Throws: ``Failure`` if the folder or a manifest cannot be read.
  static func find(in root: String) throws(Failure) -> Manifest? {
    let regular = SourceTree.isFile(root + "Package.swift") ? try read(root + "Package.swift") : nil
    var variants: [(version: [Int], file: String)] = []
    for file in try SourceTree.entries(of: root.isEmpty ? "." : root) where SourceTree.isFile(file) {
      guard let name = SourceTree.components(of: file).last, isManifest(name) else { continue }
      let version = name.dropFirst("Package@swift-".count).split(separator: ".").compactMap { Int($0) }
      if !version.isEmpty { variants.append((version, file)) }
    }
    variants.sort { $1.version.lexicographicallyPrecedes($0.version) }
    if let exact = variants.first(where: { current.starts(with: $0.version) }) { return try read(exact.file) }
    let toolsVersion = regular?.toolsVersion ?? []
    guard let newest = variants.first(where: { $0.version.lexicographicallyPrecedes(current) }),
      toolsVersion.lexicographicallyPrecedes(newest.version)
    else { return regular }
    return try read(newest.file)
  }

  private static func read(_ file: String) throws(Failure) -> Manifest? {
    var manifest: Manifest?
    try FileReader().read(file) { manifest = Manifest($0, file: file) }
    return manifest
  }

  /// The version of Swift that compiled the tool, and so the one that reads the manifest; its patch number is unknown.
  private static let current: [Int] = {
    #if compiler(>=7.0)
      [7, 0]
    #elseif compiler(>=6.6)
      [6, 6]
    #elseif compiler(>=6.5)
      [6, 5]
    #elseif compiler(>=6.4)
      [6, 4]
    #elseif compiler(>=6.3)
      [6, 3]
    #else
      [6, 2]
    #endif
  }()

  /// Whether a path in a package's folder is that of a manifest.
  static func isManifest(_ path: String) -> Bool {
    path == "Package.swift" || path.hasPrefix("Package@swift-") && path.hasSuffix(".swift") && !path.contains("/")
  }
}
