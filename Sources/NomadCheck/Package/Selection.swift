import NomadGenCore
package import NomadSources

/// The modules that a check covers, with what is known about their packages.
package struct Selection {
  /// A module, whole or in part.
  package struct Item {
    package var module: SourceTree.Module
    /// The path of the committed registry, which is not one of the module's files; nil if there is none.
    private(set) var registry: String?
    /// The files that other plugins have generated in it, and that no other module sees.
    var generated: [String] = []
    /// Whether other plugins have generated all of these files.
    var isBuilt = true
    /// Its place in its package; nil if it is in none.
    var target: SourcePackage.Target?
    /// Its package; nil if it is in none.
    var package: SourcePackage?

    /// Whether the build has a registry for it.
    var hasRegistry: Bool { registry != nil || target?.description?.usesPlugin == true }

    /// Its Swift files, with the generated ones.
    var sources: [String] { module.files.filter { !SQLFiles.isSQL($0) } + generated }

    /// Takes a committed registry out of the module's files.
    ///
    /// A registry must not depend on the one before it.
    fileprivate mutating func separateRegistry() throws(Failure) {
      for (index, file) in module.files.enumerated().reversed()
      where file.hasSuffix(StaleRegistry.fileName) && SourceTree.components(of: file).last == StaleRegistry.fileName {
        if try StaleRegistry.isRegistry(file) { registry = module.files.remove(at: index) }
      }
    }
  }

  package private(set) var items: [Item] = []
  /// The packages of this run.
  let packages: Packages
  /// The command that writes the committed registries of these modules.
  private(set) var writing = ""
  /// The packages that the check covers as a whole.
  private(set) var whole: [SourcePackage] = []
  /// The packages whose modules can be imported, and that are not checked.
  private(set) var others: [SourcePackage] = []
  /// Whether it has all modules of the package in the current folder, so that a module that is missing is gone.
  ///
  /// Unknown targets and files may have the tribes that seem to be gone.
  package var isComplete: Bool {
    hasCurrent && whole.allSatisfy { $0.problem == nil } && items.allSatisfy(\.isBuilt)
  }
  private var hasCurrent = false

  /// The modules, in the order of the paths.
  package var modules: [SourceTree.Module] { items.map(\.module) }

  /// The names of the modules that are present only in part.
  package var parts: Set<String> { Set(items.filter { $0.module.isPartial || !$0.isBuilt }.map(\.module.name)) }

  /// A module with files that other plugins generate and that do not exist yet; nil if there is none.
  package var unbuilt: String? { items.first { !$0.isBuilt }?.module.name }

  /// The folders of the packages that the check covers as a whole.
  package var folders: [String] { whole.map(\.folder) }

  /// The folder of a package that SwiftPM does not describe; nil if it describes all of them.
  package var undescribed: String? {
    (items.compactMap(\.package) + whole).first { $0.problem != nil }.map { $0.root.isEmpty ? "." : $0.root }
  }

  /// Selects the modules that some paths name, in whole or in part.
  ///
  /// No paths mean the package in the current folder, and so does that folder's path. A package's folder means the
  /// package's targets and those of the packages in the same repository that it depends on by path. With a name, all
  /// files form one module of that name. Without a name, a folder in a package means the files that the package's targets
  /// have in it, and any other folder is a module named after itself. A file inside a module's folder is a part of that
  /// module. Files outside every module's folder form one module together.
  ///
  /// - Parameters:
  ///   - paths: The paths of files and folders.
  ///   - name: The name of the one module that the files belong to; nil to find the modules.
  ///   - packages: The packages of this run.
  /// - Throws: ``Failure`` if a path cannot be read, or has no Swift file.
  package init(of paths: [String], named name: String? = nil, in packages: Packages = Packages()) throws(Failure) {
    self.packages = packages
    if paths.isEmpty, !Self.isPackage("", named: name) {
      throw Failure("there is no folder 'Sources' here; name the files or folders to check")
    }
    if let name {
      var module = SourceTree.Module(name: name, files: [])
      for path in paths.isEmpty ? ["Sources"] : paths { module.files += try Self.sources(in: path) }
      items = [Item(module: module)]
      try items[0].separateRegistry()
      writing = Self.command(["--write", "--module", name] + paths)
      return
    }
    var parts: [Item] = []
    var loose: [String] = []
    func addPart(_ item: Item) {
      guard let index = parts.firstIndex(where: { $0.module.name == item.module.name }) else {
        return parts.append(item)
      }
      parts[index].module.files += item.module.files
    }
    for path in paths.isEmpty ? ["."] : paths {
      if let root = Self.root(path) {
        try addPackage(in: root)
        continue
      }
      let place = try packages.place(of: path)
      let inside =
        SourceTree.isFolder(path) ? try place?.package.modules(in: place?.path ?? "", writtenAs: path) ?? [] : []
      for item in inside { if item.module.isPartial { addPart(item) } else { add(item) } }
      // The paths are checked even if no target compiles their files.
      guard inside.isEmpty else { continue }
      let files = try Self.sources(in: path)
      if let module = place?.module {
        addPart(Item(module: SourceTree.Module(name: module, files: files, isPartial: true)))
      } else if SourceTree.isFolder(path) {
        add(Item(module: SourceTree.Module(name: Self.moduleName(of: path), files: files)))
      } else {
        loose += files
      }
    }
    for part in parts { add(part) }
    if !loose.isEmpty { items.append(Item(module: SourceTree.Module(name: "Main", files: loose, isPartial: true))) }
    for index in items.indices { try items[index].separateRegistry() }
    writing = Self.command(["--write"] + paths)
  }

  /// Selects modules that are all that exist, without their packages.
  package init(modules: [SourceTree.Module]) {
    (packages, items, hasCurrent) = (Packages(), modules.map { Item(module: $0) }, true)
  }

  /// Returns a command line of the tool, as a shell in the current folder takes it.
  private static func command(_ arguments: [String]) -> String {
    let start = SourceTree.isFile("Package.swift") ? ["swift", "run", "nomad-gen"] : ["nomad-gen"]
    return (start + arguments).map(\.shellWord).joined(separator: " ")
  }

  /// Adds a package with the packages that it depends on.
  private mutating func addPackage(in root: String) throws(Failure) {
    let package = try packages.package(in: root)
    let dependencies = try packages.dependencies(of: package)
    let own = [package] + dependencies.own
    var isEmpty = true
    for package in own {
      let modules = try package.modules(builtIn: root)
      isEmpty = isEmpty && modules.isEmpty
      guard !whole.contains(where: { $0.folder == package.folder }) else { continue }
      whole.append(package)
      for item in modules { add(item) }
    }
    others += dependencies.others
    guard !isEmpty else { throw Failure("no module of the package in '\(root.isEmpty ? "." : root)' has a Swift file") }
    if root.isEmpty { hasCurrent = true }
  }

  /// Adds a module, unless the modules already contain all of its files.
  private mutating func add(_ item: Item) {
    guard item.module.isPartial || items.contains(where: { $0.module.name == item.module.name }) else {
      return items.append(item)
    }
    var item = item
    var known: Set<String> = []
    item.module.files = item.module.files.filter { known.insert(SourceTree.canonicalPath(of: $0)).inserted }
    let index = items.firstIndex { other in
      other.module.name == item.module.name
        && known.isSubset(of: other.module.files.map(SourceTree.canonicalPath(of:)))
    }
    guard let index else { return items.append(item) }
    // A folder that is no target is checked as it is if a path names it.
    if item.target == nil, !item.module.isPartial, items[index].target?.description == nil { items[index].target = nil }
  }

  /// Returns the Swift files that a path names or has.
  private static func sources(in path: String) throws(Failure) -> [String] {
    let files = try SourceTree.sources(in: path)
    guard !files.isEmpty else { throw Failure("there is no Swift file in '\(path)'") }
    return files
  }

  /// Returns the path of a package's folder, with a slash at its end or empty for the current folder; nil if the path is
  /// none.
  private static func root(_ path: String) -> String? {
    guard SourceTree.isFolder(path) else { return nil }
    let isCurrent = SourceTree.canonicalPath(of: path) == SourceTree.canonicalPath(of: ".")
    let root = isCurrent ? "" : path.hasSuffix("/") ? path : path + "/"
    return isPackage(root, named: nil) ? root : nil
  }

  private static func isPackage(_ root: String, named name: String?) -> Bool {
    name == nil && SourceTree.isFile(root + "Package.swift") || root.isEmpty && SourceTree.isFolder("Sources")
  }

  private static func moduleName(of path: String) -> String {
    // `.` and `..` have no name of their own.
    let path = path.hasSuffix(".") ? SourceTree.canonicalPath(of: path) : path
    return SourceTree.moduleName(path.split(separator: "/").last.map(String.init) ?? path)
  }
}
