package import NomadGenCore

/// The targets of a package, and the folders that hold their sources.
package struct PackageTargets {
  private struct Target {
    let module: String
    let folder: String
    /// Whether the check covers the target.
    let isChecked: Bool
  }

  /// The manifest; nil if the package has none.
  let manifest: Manifest?

  private let root: String
  private var targets: [Target] = []

  /// Finds the targets of the package in a folder: every folder in its `Sources`, and the targets to which its manifest
  /// gives another path.
  ///
  /// - Parameter root: The path of the package's folder, with a slash at its end; empty for the current folder.
  /// - Throws: ``Failure`` if a folder or the manifest cannot be read.
  package init(in root: String = "") throws(Failure) {
    self.root = root
    let file = root + "Package.swift"
    var manifest: Manifest?
    if SourceTree.isFile(file) { try FileReader().read(file) { manifest = Manifest($0, file: file) } }
    self.manifest = manifest
    let declared = (manifest?.targets ?? []).compactMap { target in
      target.path.flatMap { path in target.name.map { ($0, Self.normalized(path), target.canHaveTribes) } }
    }
    for (name, folder, canHaveTribes) in declared where folder.isEmpty || SourceTree.isFolder(root + folder) {
      // Everything in Sources is checked, whatever its kind.
      let isChecked = canHaveTribes || Self.isInside(folder, "Sources")
      targets.append(Target(module: SourceTree.moduleName(name), folder: folder, isChecked: isChecked))
    }
    guard SourceTree.isFolder(root + "Sources"), !declared.contains(where: { $0.1 == "Sources" }) else { return }
    let entries = try SourceTree.entries(of: root + "Sources").map(relative)
    if entries.contains(where: { $0.hasSuffix(".swift") }) {
      // A package with one target may have its sources directly in Sources.
      let own = (manifest?.targets ?? []).filter(\.canHaveTribes)
      let name = own.count == 1 ? own[0].name : nil
      targets.append(Target(module: SourceTree.moduleName(name ?? "Sources"), folder: "Sources", isChecked: true))
      return
    }
    for folder in entries where SourceTree.isFolder(root + folder) && !targets.contains(where: { $0.folder == folder })
    {
      let name = SourceTree.moduleName(String(folder.dropFirst("Sources/".count)))
      targets.append(Target(module: name, folder: folder, isChecked: true))
    }
  }

  /// The names of the modules that are checked.
  var modules: [String] { targets.filter(\.isChecked).map(\.module) }

  /// Returns the files of a module, without the files of targets nested in its folder.
  func files(of module: String) throws(Failure) -> [String] {
    var files: [String] = []
    for target in targets where target.isChecked && target.module == module {
      let inner = targets.map(\.folder).filter { $0 != target.folder && Self.isInside($0, target.folder) }
      let others = target.folder.isEmpty ? inner + ["Sources", "Tests", "Plugins", "Package.swift"] : inner
      files += try SourceTree.files(in: [root + target.folder].map { $0.isEmpty ? "." : $0 }).filter { file in
        !others.contains { Self.isInside(relative(file), $0) }
      }
    }
    return files
  }

  /// The findings for targets whose folders are unknown because the manifest computes their paths.
  ///
  /// Empty if the manifest does not use the plugin.
  var findings: [Finding] {
    guard let manifest, manifest.usesPlugin else { return [] }
    return manifest.targets.filter { $0.canHaveTribes && $0.path == nil }.compactMap { target in
      target.pathLocation.map { UncheckedTribes.finding(ofTarget: target.name, $0) }
    }
  }

  /// Returns a file's path relative to the package's folder.
  private func relative(_ path: String) -> String { String(path.utf8.dropFirst(root.utf8.count)) ?? path }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
  }

  private static func normalized(_ path: String) -> String { SourceTree.components(of: path).joined(separator: "/") }
}
