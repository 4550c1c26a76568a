package import NomadGenCore

/// The targets of a package, and the folders that hold their sources.
package struct PackageTargets {
  private struct Target {
    let module: String
    let folder: String
    /// Whether the check covers the target.
    let isChecked: Bool
    /// The paths to which its sources are limited; nil if they are not.
    var sources: [String]?
    var excluded: [String] = []

    /// Whether a path is one of the target's files, or is a folder that may hold some.
    func covers(_ path: String) -> Bool {
      isInside(path, folder) && !excluded.contains { isInside(path, $0) }
        && sources?.contains { isInside(path, $0) || isInside($0, path) } != false
    }

    /// Whether a folder in `Sources` cannot be another module.
    func claims(_ path: String) -> Bool { folder.isEmpty ? covers(path) : isInside(path, folder) }
  }

  /// The manifest; nil if the package has none.
  let manifest: Manifest?

  private let root: String
  private var targets: [Target] = []

  /// Finds the targets of the package in a folder: those that its manifest declares, and every other folder in its
  /// `Sources`.
  ///
  /// - Parameter root: The path of the package's folder, with a slash at its end; empty for the current folder.
  /// - Throws: ``Failure`` if a folder or the manifest cannot be read.
  package init(in root: String = "") throws(Failure) {
    self.root = root
    manifest = try Manifest.find(in: root)
    let sources = Manifest.Target(kind: "target").predefinedFolders.first { SourceTree.isFolder(root + $0) }
    for target in manifest?.targets ?? [] {
      guard let name = target.name, let folder = folder(of: target) else { continue }
      func paths(_ paths: [String]) -> [String] { paths.map { Self.normalized(folder + "/" + $0) } }
      // If the manifest computes some of them, each file may be one of the target's.
      let isComputed = (target.computed + (manifest?.changes ?? [])).contains {
        ["exclude", "sources"].contains($0.label)
      }
      targets.append(
        Target(
          module: SourceTree.moduleName(name),
          folder: folder,
          // Everything in Sources is checked, whatever its kind.
          isChecked: target.canHaveTribes || sources.map { isInside(folder, $0) } == true,
          sources: isComputed ? nil : target.sources.map(paths),
          excluded: isComputed ? [] : paths(target.excluded)
        )
      )
    }
    guard let sources else { return }
    let entries = try SourceTree.entries(of: root + sources).map(relative)
    let isWhole = entries.contains { $0.hasSuffix(".swift") } && !targets.contains { isInside($0.folder, sources) }
    for folder in isWhole ? [sources] : entries where SourceTree.isFolder(root + folder) {
      if targets.contains(where: { $0.isChecked && $0.claims(folder) }) { continue }
      let name = SourceTree.moduleName(SourceTree.components(of: folder).last ?? folder)
      targets.append(Target(module: name, folder: folder, isChecked: true))
    }
  }

  /// Returns the names of the checked modules whose folders are in a folder or around it.
  ///
  /// - Parameter folder: The folder's path in the package; empty for all modules.
  /// - Returns: The names, in the manifest's order.
  func names(at folder: String = "") -> [String] {
    var known: Set<String> = []
    let near = targets.filter { $0.isChecked && (isInside($0.folder, folder) || isInside(folder, $0.folder)) }
    return near.map(\.module).filter { known.insert($0).inserted }
  }

  /// Whether the manifest declares a module.
  func declares(_ module: String) -> Bool {
    manifest?.targets.contains { $0.name.map(SourceTree.moduleName) == module } == true
  }

  /// Returns the files of a module, without the files of targets nested in its folder.
  func files(of module: String) throws(Failure) -> [String] {
    var files: [String] = []
    for target in targets where target.isChecked && target.module == module {
      let others = targets.map(\.folder).filter { $0 != target.folder && isInside($0, target.folder) }
      files += try SourceTree.sources(in: (root + target.folder).isEmpty ? "." : root + target.folder).filter { file in
        let path = relative(file)
        return target.covers(path) && !others.contains { isInside(path, $0) } && !Manifest.isManifest(path)
      }
    }
    return files
  }

  /// Returns the modules that have files in a folder, with these files.
  ///
  /// - Parameters:
  ///   - folder: The folder's path in the package; empty for all modules, even those without files.
  ///   - path: The folder's path as the paths of the files begin; nil if they begin with that of the package's folder.
  /// - Returns: The modules; those that may have files elsewhere are partial.
  /// - Throws: ``Failure`` if a folder cannot be read.
  func modules(in folder: String, writtenAs path: String? = nil) throws(Failure) -> [SourceTree.Module] {
    var modules: [SourceTree.Module] = []
    for name in names(at: folder) {
      let all = try files(of: name)
      var files = all.filter { isInside(relative($0), folder) }
      // A folder inside of a target's folder is a part of it, even if it has all of the files now.
      let isInner = targets.contains { target in
        target.module == name && !target.folder.isEmpty && folder != target.folder && isInside(folder, target.folder)
      }
      let isPartial = isInner || files.count < all.count
      if let path {
        let start = SourceTree.prefix(ofEntriesIn: path)
        files = files.map { start + relative($0).dropFirst(folder.isEmpty ? 0 : folder.count + 1) }
      }
      if !isPartial || !files.isEmpty {
        modules.append(SourceTree.Module(name: name, files: files, isPartial: isPartial))
      }
    }
    return modules
  }

  /// Returns the module with the innermost folder that contains a path; nil if there is none.
  func module(around path: String) -> String? {
    targets.filter { $0.isChecked && isInside(path, $0.folder) }
      .max { $0.folder.utf8.count < $1.folder.utf8.count }?.module
  }

  /// The findings for targets whose names or files are unknown because the manifest computes them.
  ///
  /// Empty if the manifest does not use the plugin.
  var findings: [Finding] {
    guard let manifest, manifest.usesPlugin else { return [] }
    let computed = manifest.targets.compactMap { target in
      target.computed.first { isHidden($0.label, of: target) }.map { (target.name, $0.label, $0.location) }
    }
    let changes = manifest.changes.filter { change in
      manifest.targets.contains { isHidden(change.label, of: $0) }
    }
    return (computed + changes.map { (nil, $0.label, $0.location) }).map(UncheckedTribes.finding)
  }

  /// Whether the check would need the value of a target's argument to find its tribes.
  private func isHidden(_ label: String, of target: Manifest.Target) -> Bool {
    switch label {
    // Other targets are checked whether they use the plugin or not.
    case "plugins": target.kind == "testTarget" && !target.usesPlugin
    // The folders in Sources give the names of several targets.
    case "name": target.canHaveTribes && (target.path != nil || target.kind == "testTarget" || isAlone(target))
    default: target.canHaveTribes
    }
  }

  // MARK: The rules of SwiftPM

  /// Returns the folder of a target; nil if it does not exist or is not known.
  private func folder(of target: Manifest.Target) -> String? {
    if let path = target.path {
      let folder = Self.normalized(path)
      return folder.isEmpty || SourceTree.isFolder(root + folder) ? folder : nil
    }
    guard let name = target.name, !target.computed.contains(where: { $0.label == "path" }) else { return nil }
    guard let parent = target.predefinedFolders.first(where: { SourceTree.isFolder(root + $0) }) else { return nil }
    let own = "\(parent)/\(name)"
    return SourceTree.isFolder(root + own) ? own : isAlone(target) ? parent : nil
  }

  /// Whether a target is the only one of its kind, so that the files of all folders in `Sources` may be its own.
  private func isAlone(_ target: Manifest.Target) -> Bool {
    let similar = manifest?.targets.filter { $0.predefinedFolders == target.predefinedFolders } ?? []
    return similar.count == 1 || target.name != nil && similar.allSatisfy { $0.name == target.name }
  }

  // MARK: Paths

  /// Returns a file's path relative to the package's folder.
  private func relative(_ path: String) -> String { String(path.utf8.dropFirst(root.utf8.count)) ?? path }

  private static func normalized(_ path: String) -> String { SourceTree.components(of: path).joined(separator: "/") }
}

private func isInside(_ path: String, _ folder: String) -> Bool {
  folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
}
