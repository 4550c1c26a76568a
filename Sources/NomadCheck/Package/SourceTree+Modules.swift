package import NomadGenCore

extension SourceTree {
  /// Returns the modules that some paths name, in whole or in part.
  ///
  /// No paths mean the targets of the package in the current folder. With a name, all files form one module of that
  /// name. Without a name, a folder in a package means the files that the package's targets have in it, and any other
  /// folder is a module named after itself. A file inside a module's folder is a part of that module. Files outside every
  /// module's folder form one module together.
  package static func modules(of paths: [String], named name: String?) throws(Failure) -> [Module] {
    if paths.isEmpty {
      let package = try PackageTargets()
      guard isFolder("Sources") || name == nil && !package.names().isEmpty else {
        throw Failure("there is no folder 'Sources' here; name the files or folders to check")
      }
      guard name == nil else { return [Module(name: name ?? "", files: try sources(in: "Sources"))] }
      return try package.modules(in: "")
    }
    if let name {
      var module = Module(name: name, files: [])
      for path in paths { module.files += try sources(in: path) }
      return [module]
    }

    var modules: [Module] = []
    var surroundings = SurroundingPackage()
    var parts: [(name: String, files: [String])] = []
    var loose: [String] = []
    func addPart(_ name: String, _ files: [String]) {
      let index = parts.firstIndex { $0.name == name } ?? parts.count
      if index == parts.count { parts.append((name, [])) }
      parts[index].files += files
    }
    for path in paths {
      let place = try surroundings.place(of: path)
      let inside = isFolder(path) ? try place?.package.modules(in: place?.path ?? "", writtenAs: path) ?? [] : []
      for module in inside {
        if module.isPartial { addPart(module.name, module.files) } else { modules.append(module) }
      }
      // The paths are checked even if no target compiles their files.
      guard inside.allSatisfy(\.files.isEmpty) else { continue }
      if let module = place?.module {
        addPart(module, try sources(in: path))
      } else if !isFolder(path) {
        loose += try files(in: [path])
      } else if place == nil {
        modules.append(Module(name: moduleName(lastComponent(path)), files: try sources(in: path)))
      }
    }
    for part in parts { add(part.files, to: part.name, in: &modules) }
    if !loose.isEmpty { modules.append(Module(name: "Main", files: loose, isPartial: true)) }
    return modules
  }

  /// Adds a part of a module, unless the modules already contain all of it.
  private static func add(_ files: [String], to name: String, in modules: inout [Module]) {
    var known: Set<String> = []
    let new = files.filter { known.insert(canonicalPath(of: $0)).inserted }
    let isThere = modules.contains { $0.name == name && known.isSubset(of: $0.files.map(canonicalPath)) }
    if !isThere { modules.append(Module(name: name, files: new, isPartial: true)) }
  }

  private static func lastComponent(_ path: String) -> String {
    var path = path
    // `.` and `..` have no name of their own.
    if path.hasSuffix(".") { path = canonicalPath(of: path) }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension [SourceTree.Module] {
  /// The names of the modules that are present only in part.
  package var parts: Set<String> { Set(filter(\.isPartial).map(\.name)) }
}
