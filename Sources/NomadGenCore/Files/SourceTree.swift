/// The Swift files on disk, and the modules that they belong to.
package enum SourceTree {
  /// The files of one module.
  package struct Module {
    /// The module's name.
    package var name: String
    /// The paths of its Swift files.
    package var files: [String]
    /// Whether the module may have more files elsewhere.
    package var isPartial: Bool

    package init(name: String, files: [String], isPartial: Bool = false) {
      self.name = name
      self.files = files
      self.isPartial = isPartial
    }
  }

  /// Returns the paths in a list.
  ///
  /// They are separated by NULs or, if the list contains none, by newlines.
  package static func files(listedIn list: String) throws(Failure) -> [String] {
    var paths: [String] = []
    try FileReader().read(list) { bytes in
      let separator: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
      paths = bytes.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }
    return paths
  }

  /// Returns the modules in a list of paths, in which an entry `@NAME` starts a module of that name.
  package static func modules(listedIn list: String) throws(Failure) -> [Module] {
    var modules: [Module] = []
    for entry in try files(listedIn: list) {
      if entry.hasPrefix("@") {
        modules.append(Module(name: String(entry.dropFirst()), files: []))
      } else if modules.isEmpty {
        throw Failure("'\(list)' starts with a path, and not with the '@NAME' of a module")
      } else {
        modules[modules.count - 1].files.append(entry)
      }
    }
    return modules
  }
}
