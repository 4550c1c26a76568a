package import NomadGenCore

/// The check at a glance: the modules of a package in, what the build would find, and what only a look at all of them
/// shows, out.
///
/// It touches no file: bytes come from a reader.
package enum Check {
  /// Checks several modules, each of which may depend on the others.
  ///
  /// - Parameters:
  ///   - modules: The names of the modules and their Swift files. Modules of one name do not see each other.
  ///   - importing: Gives the Swift files of another module by its name, none if they are not known; nil if there are no
  ///     others.
  ///   - protocolName: The protocol to discover.
  ///   - isForLock: Whether the checksums of the tribes are wanted, for which files have to be read again.
  ///   - identity: Tells files apart, whatever path leads to them.
  ///   - read: Reads a file and hands its bytes to a closure, for the time of the call. A file may be read again.
  /// - Returns: What was found, a module each.
  /// - Throws: What `importing` and `read` throw.
  package static func run(
    _ modules: [(name: String, files: [String])],
    importing: ((_ module: String) throws -> [String])? = nil,
    protocolName: String = "Tribe",
    isForLock: Bool = false,
    identity: (_ path: String) -> String = { $0 },
    read: Discovery.Reader
  ) throws -> [CheckedModule] {
    let files = Dictionary(modules.map { ($0.name, $0.files) }, uniquingKeysWith: +)
    let imports = try ImportGraph(files, importing: importing, read: read)
    let scans = Discovery.Scans()
    // Nothing is known of the module that declares another protocol.
    let library = Library.isKnown(Library.core, protocolName: protocolName) ? Library.core : nil
    let checked = try modules.map { module in
      var visible = imports.files(importedBy: module.name, knowing: library)
      visible[module.name] = module.files
      let request = request(module.name, protocolName, isForLock: isForLock, checked: imports.names)
      let output = try Pipeline.run(visible, request, scans, read: read)
      return try self.module(output, checked: imports.names, isForLock: isForLock, read: read)
    }
    return findShared(checked, identity: identity)
  }

  /// Checks one module together with the modules that it depends on.
  ///
  /// - Parameters:
  ///   - paths: The module's Swift files.
  ///   - module: The module's name.
  ///   - dependencies: The Swift files of modules that it depends on, by their names.
  ///   - isForLock: Whether the checksums of the tribes are wanted.
  ///   - read: Reads a file.
  /// - Returns: What was found.
  /// - Throws: What `read` throws.
  package static func run(
    _ paths: [String],
    module: String,
    dependencies: [String: [String]] = [:],
    isForLock: Bool = false,
    read: Discovery.Reader
  ) throws -> CheckedModule {
    let modules = dependencies.merging([module: paths]) { $1 }
    let checked = Set(modules.keys)
    let request = request(module, "Tribe", isForLock: isForLock, checked: checked)
    let output = try Pipeline.run(modules, request, Discovery.Scans(), read: read)
    return try self.module(output, checked: checked, isForLock: isForLock, read: read)
  }

  /// Checks sources in memory.
  ///
  /// - Parameters:
  ///   - sources: The text of each file, by its path.
  ///   - module: The module's name.
  /// - Returns: What was found.
  /// - Throws: Never: texts in memory can be read.
  package static func run(_ sources: [String: String], module: String) throws -> CheckedModule {
    try run(Array(sources.keys), module: module) { path, body in
      Array((sources[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }
  }

  private static func request(
    _ module: String,
    _ protocolName: String,
    isForLock: Bool,
    checked: Set<String>
  ) -> Discovery.Request {
    Discovery.Request(
      home: module,
      protocolName: protocolName,
      names: [Library.core],
      wantsAllDeclarations: isForLock
    ) { finder, _ in
      // A type of another checked module is known from that module.
      let names = UnseenTypeFinder(finder, checked: checked).names
      // A tribe of an unseen protocol may have nothing of its own but this.
      return finder.table.importsLibrary ? names.union(["migrate"]) : names
    }
  }

  private static func module(
    _ output: Pipeline.Output,
    checked: Set<String>,
    isForLock: Bool,
    read: Discovery.Reader
  ) throws -> CheckedModule {
    let tribes = Set(output.tribes.map(\.symbol))
    let checksums = isForLock ? try TribeChecksums(of: tribes, in: output.finder.table).compute(read: read) : [:]
    let unseen = UnseenTypeFinder(output.finder, checked: checked).types()
    return CheckedModule(output: output, diagnostics: output.diagnostics, checksums: checksums)
      .adding(UncheckedTribes.check(unseen, in: output.module))
  }

  /// Looks for tribes that several modules have in their registries, and for targets that tribes of several have.
  ///
  /// - Parameters:
  ///   - modules: What was found, a module each.
  ///   - identity: Tells files apart, whatever path leads to them.
  /// - Returns: The same, with a finding in each module but the first.
  static func findShared(
    _ modules: [CheckedModule],
    identity: (_ path: String) -> String
  ) -> [CheckedModule] {
    let tribes = modules.map(\.tribes)
    let shared = zip(SharedTribe.check(tribes, identity: identity), SharedTarget.check(tribes, identity: identity))
    return zip(modules, shared).map { module, found in module.adding(found.0 + found.1) }
  }
}
