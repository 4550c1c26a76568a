package import NomadGenCore

extension SourceTree {
  /// Returns the modules that some paths name, in whole or in part.
  ///
  /// No paths mean the targets of the package in the current folder. With a name, all files form one module of that
  /// name. Without a name, each folder is a module named after itself, and a `Sources` folder holds the targets of its
  /// package. Files inside a module's folder are a part of that module. Files outside every module's folder form one
  /// module together.
  package static func modules(of paths: [String], named name: String?) throws(Failure) -> [Module] {
    if paths.isEmpty {
      let package = try PackageTargets()
      guard isFolder("Sources") || name == nil && !package.modules.isEmpty else {
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
    var surroundings = SurroundingModule()
    var parts: [(name: String, files: [String])] = []
    var loose: [String] = []
    for path in paths {
      if let name = try surroundings.name(around: path, isFolder: isFolder(path)) {
        let index = parts.firstIndex { $0.name == name } ?? parts.count
        if index == parts.count { parts.append((name, [])) }
        parts[index].files += try sources(in: path)
        continue
      }
      guard isFolder(path) else {
        loose += try files(in: [path])
        continue
      }
      guard lastComponent(path) == "Sources" else {
        modules.append(Module(name: moduleName(lastComponent(path)), files: try sources(in: path)))
        continue
      }
      let components = components(of: path)
      let parent = components.last == "Sources" ? Array(components.dropLast()) : components + [".."]
      let root = (path.hasPrefix("/") ? "/" : "") + parent.map { $0 + "/" }.joined()
      modules += try PackageTargets(in: root).modules(in: "Sources")
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
