import NomadGenCore
import NomadSources

/// The modules of a package and their files: the targets that SwiftPM describes, and every other folder in `Sources`.
struct SourcePackage {
  /// A module with its place in the package.
  struct Target {
    let module: String
    /// The path of its folder in the package; empty for the package's own folder.
    let folder: String
    /// The paths of its Swift and SQL files in the package.
    let files: [String]
    /// The target as SwiftPM describes it; nil for a folder that is none, as far as is known.
    let description: PackageDescription.Target?
    /// Whether the check covers it.
    let isChecked: Bool

    /// Whether a folder in `Sources` cannot be another module.
    func claims(_ path: String) -> Bool {
      folder.isEmpty ? files.contains { isInside($0, path) } : isInside(path, folder)
    }
  }

  /// The path of the package's folder, with a slash at its end; empty for the current folder.
  let root: String
  /// The absolute path of the package's folder, with all links resolved.
  var folder: String { SourceTree.canonicalPath(of: root.isEmpty ? "." : root) }
  /// The description by SwiftPM; nil if there is no manifest, or if SwiftPM does not describe it.
  let description: PackageDescription?
  /// The reason why SwiftPM does not describe the package; nil if it does, or if there is no manifest.
  let problem: String?

  private(set) var targets: [Target] = []

  /// Finds the modules of a package.
  ///
  /// - Parameters:
  ///   - root: The path of the package's folder, with a slash at its end; empty for the current folder.
  ///   - description: The package as SwiftPM describes it, or else the reason why it does not.
  /// - Throws: ``Failure`` if a folder cannot be read.
  init(in root: String, _ description: Result<PackageDescription, Failure>?) throws(Failure) {
    self.root = root
    switch description {
    case .success(let description): (self.description, problem) = (description, nil)
    case .failure(let failure): (self.description, problem) = (nil, failure.message)
    case nil: (self.description, problem) = (nil, nil)
    }
    let sources = ["Sources", "Source", "src", "srcs"].first { SourceTree.isFolder(root + $0) }
    for target in self.description?.targets ?? [] {
      // Everything in Sources is checked, whatever its kind.
      let isInSources = target.kind == "test" && sources.map { isInside(target.folder, $0) } == true
      targets.append(
        Target(
          module: target.module,
          folder: target.folder,
          files: target.files + (try sqlFiles(of: target)),
          description: target,
          isChecked: ["library", "executable"].contains(target.kind) || target.usesPlugin || isInSources
        )
      )
    }
    if let sources { try addFolders(in: sources) }
  }

  /// Returns the paths of a target's SQL files in the package; none if it has nothing to do with the library.
  ///
  /// SwiftPM does not describe them. Those that a manifest excludes are a finding of ``UnseenSQL``.
  private func sqlFiles(of target: PackageDescription.Target) throws(Failure) -> [String] {
    let hasRegistry = target.files.contains { SourceTree.components(of: $0).last == StaleRegistry.fileName }
    guard target.usesPlugin || target.usesLibrary || hasRegistry else { return [] }
    let others = (description?.targets ?? []).filter {
      $0.folder != target.folder && isInside($0.folder, target.folder)
    }
    return try SourceTree.sources(in: root + (target.folder.isEmpty && root.isEmpty ? "." : target.folder))
      .filter(SQLFiles.isSQL).map(relative).filter { file in !others.contains { isInside(file, $0.folder) } }
  }

  /// Adds the folders that are no targets.
  private mutating func addFolders(in sources: String) throws(Failure) {
    let entries = try SourceTree.entries(of: root + sources).map(relative)
    let isWhole = entries.contains { $0.hasSuffix(".swift") } && !targets.contains { isInside($0.folder, sources) }
    let claimed = targets
    for folder in isWhole ? [sources] : entries where SourceTree.isFolder(root + folder) {
      if claimed.contains(where: { $0.claims(folder) }) { continue }
      let files = try SourceTree.sources(in: root + folder).map(relative).filter { file in
        !claimed.contains { !$0.folder.isEmpty && isInside(file, $0.folder) }
      }
      let name = SourceTree.moduleName(SourceTree.components(of: folder).last ?? folder)
      targets.append(Target(module: name, folder: folder, files: files, description: nil, isChecked: true))
    }
  }

  /// Whether it has modules in a folder, or around it.
  func hasModules(at folder: String) -> Bool {
    targets.contains { $0.isChecked && (isInside($0.folder, folder) || isInside(folder, $0.folder)) }
  }

  /// Returns the modules that have files in a folder, with these files.
  ///
  /// - Parameters:
  ///   - folder: The folder's path in the package; empty for all modules.
  ///   - path: The folder's path as the paths of the files begin; nil if they begin with that of the package's folder.
  ///   - builder: The path of the folder of the package that is built with this one, in the form of ``root``; nil for
  ///     this package.
  /// - Returns: The modules with their targets; those that may have files elsewhere are partial.
  /// - Throws: ``Failure`` if a folder cannot be read.
  func modules(
    in folder: String = "",
    writtenAs path: String? = nil,
    builtIn builder: String? = nil
  ) throws(Failure) -> [Selection.Item] {
    var items: [Selection.Item] = []
    for target in targets where target.isChecked {
      var files = target.files.filter { isInside($0, folder) }
      guard !files.isEmpty else { continue }
      // A folder inside of a target's folder is a part of it, even if it has all of the files now.
      let isInner = !target.folder.isEmpty && folder != target.folder && isInside(folder, target.folder)
      let isPartial = isInner || files.count < target.files.count
      let start = path.map(SourceTree.prefix(ofEntriesIn:)) ?? root
      files = files.map { start + $0.dropFirst(path == nil || folder.isEmpty ? 0 : folder.count + 1) }
      let generated = isPartial ? [] : try generatedFiles(of: target, builtIn: [builder ?? root, root])
      let module = SourceTree.Module(name: target.module, files: files, isPartial: isPartial)
      // The paths are checked even if no target compiles their files.
      let isNamed = path != nil && target.description == nil && folder == target.folder
      var item = Selection.Item(module: module, target: isNamed ? nil : target, package: self)
      (item.generated, item.isBuilt) = (generated ?? [], generated != nil)
      items.append(item)
    }
    return items
  }

  /// Returns the module with the innermost folder that contains a path; nil if there is none.
  func module(around path: String) -> String? {
    targets.filter { $0.isChecked && isInside(path, $0.folder) }
      .max { $0.folder.utf8.count < $1.folder.utf8.count }?.module
  }

  // MARK: Files of other plugins

  /// Returns the files of the plugins that run before NomadPlugin, which may have tribes; nil if no build has left them.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - builders: The paths of the folders of the packages that may be built, in the form of ``root``.
  /// - Returns: The paths of the files.
  /// - Throws: ``Failure`` if the list of a build cannot be read.
  private func generatedFiles(of target: Target, builtIn builders: [String]) throws(Failure) -> [String]? {
    guard let description = target.description, !description.earlierPlugins.isEmpty else { return [] }
    let outputs = pluginOutputs(of: description)
    for builder in builders {
      let folder = "\(builder).build/\(outputs)"
      // The plugins leave files of earlier builds, so only the list of NomadPlugin has those of this build.
      let list = "\(folder)\(PackageDescription.Target.plugin)/NomadSources.txt"
      guard SourceTree.isFile(list) else { continue }
      let files = try SourceTree.files(listedIn: list).compactMap { path in
        path.firstRange(of: "/\(outputs)").map { folder + path[$0.upperBound...] }
      }
      if files.allSatisfy(SourceTree.isFile) { return files }
    }
    return nil
  }

  /// Returns a plugin of a target whose files of the last build mention the protocol of tribes; nil if there is none.
  ///
  /// - Throws: ``Failure`` if a file cannot be read.
  func pluginWithTribes(in target: PackageDescription.Target) throws(Failure) -> String? {
    let tribe = Relevance([Library.tribe])
    for plugin in target.plugins {
      let outputs = "\(root).build/\(pluginOutputs(of: target))\(plugin)"
      guard SourceTree.isFolder(outputs) else { continue }
      for file in try SourceTree.sources(in: outputs) where !SQLFiles.isSQL(file) {
        if try tribe.isRelevant(fileAt: file) { return plugin }
      }
    }
    return nil
  }

  /// Returns the folder of a target's generated files, relative to the build folder.
  private func pluginOutputs(of target: PackageDescription.Target) -> String {
    let identity = SourceTree.components(of: folder).last ?? ""
    return "plugins/outputs/\(identity.lowercased())/\(target.name)/destination/"
  }

  // MARK: Paths

  /// Returns a file's path relative to the package's folder.
  private func relative(_ path: String) -> String { String(path.utf8.dropFirst(root.utf8.count)) ?? path }
}

extension PackageDescription.Target {
  /// The plugins whose files NomadPlugin sees; empty if it does not use NomadPlugin.
  var earlierPlugins: [String] { plugins.firstIndex(of: Self.plugin).map { Array(plugins[..<$0]) } ?? [] }

  /// The plugins whose files NomadPlugin does not see.
  var laterPlugins: [String] { plugins.firstIndex(of: Self.plugin).map { Array(plugins[($0 + 1)...]) } ?? [] }
}

/// Whether a path is a folder's path, or leads to something in that folder.
func isInside(_ path: String, _ folder: String) -> Bool {
  folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
}
