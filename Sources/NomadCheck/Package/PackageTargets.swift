import NomadGenCore
package import NomadSources

/// The targets of a package, and the folders that hold their sources.
package struct PackageTargets {
  private struct Target {
    let module: String
    let folder: String
    /// Whether it is one that can have tribes.
    let isChecked: Bool
  }

  /// What the manifest says; nil if there is none.
  let manifest: Manifest?

  private let root: String
  private var targets: [Target] = []

  /// Finds the targets of the package in a folder: every folder in its `Sources`, and what its manifest puts elsewhere.
  ///
  /// - Parameter root: The path of the package's folder, with a slash at its end; empty for the current one.
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
      // What is in Sources is checked, whatever it is.
      let isChecked = canHaveTribes || Self.isInside(folder, "Sources")
      targets.append(Target(module: SourceTree.moduleName(name), folder: folder, isChecked: isChecked))
    }
    guard SourceTree.isFolder(root + "Sources"), !declared.contains(where: { $0.1 == "Sources" }) else { return }
    let entries = try SourceTree.entries(of: root + "Sources").map(relative)
    if entries.contains(where: { $0.hasSuffix(".swift") }) {
      // The sources of a package with one target may stand there.
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

  /// The names of the modules that can have tribes.
  var modules: [String] { targets.filter(\.isChecked).map(\.module) }

  /// The files of a module, without those of targets further inside.
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

  /// The findings for targets whose folders cannot be known, because the manifest computes their paths; none if it does
  /// not use the plugin.
  var findings: [Diagnostic] {
    guard let manifest, manifest.usesPlugin else { return [] }
    return manifest.targets.filter { $0.canHaveTribes && $0.path == nil }.compactMap { target in
      target.pathLocation.map { UncheckedTribes.finding(ofTarget: target.name, $0) }
    }
  }

  /// A path of a file of the package, from the package's folder on.
  private func relative(_ path: String) -> String { String(path.utf8.dropFirst(root.utf8.count)) ?? path }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
  }

  private static func normalized(_ path: String) -> String { SourceTree.components(of: path).joined(separator: "/") }
}
