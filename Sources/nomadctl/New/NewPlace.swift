#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax
  import NomadTargets

  /// The location of a new tribe: its module, its folder, and the folder of its test.
  struct NewPlace {
    let module: String

    /// The module's target.
    let target: String

    /// The folder for the tribe.
    let folder: String

    private let source: SourceFolder

    /// The test target for the tribe's test, if the user named one.
    private let testTarget: String?

    /// The name of the test target.
    private var testName: String { testTarget ?? target + "Tests" }

    /// The folder for the test.
    var testFolder: String { "Tests/\(testName)" }

    /// Returns whether the target can import a module.
    func uses(_ module: String) throws -> Bool { try source.uses().modules.contains(module) }

    /// The part of Package.swift that the test still needs; nil for none, and if there is no manifest.
    private var missingPart: (place: String, code: String)? {
      guard let manifest = try? String(contentsOfFile: "Package.swift", encoding: .utf8) else { return nil }
      let product = ".product(name: \"NomadTesting\", package: \"Nomad\")"
      guard manifest.contains("\"\(testName)\"") else {
        return ("the targets", ".testTarget(name: \"\(testName)\", dependencies: [\"\(target)\", \(product)])")
      }
      return manifest.contains("NomadTesting") ? nil : ("the dependencies of \(testName)", product)
    }

    /// The note about what to add to Package.swift; nil for none.
    var manifestLine: String? {
      missingPart.map { "the test needs NomadTesting: add to \($0.place) in Package.swift: \($0.code)" }
    }

    /// The comment of the same content at the start of the test; empty for none.
    var manifestRemark: String { missingPart.map { "// Add to \($0.place) in Package.swift:\n// \($0.code)\n" } ?? "" }

    /// Chooses the location.
    ///
    /// - Parameters:
    ///   - folders: All modules of the package.
    ///   - tribes: All tribes, in migration order.
    ///   - wanted: The module or its target; nil for the only module with tribes, or the only module at all.
    ///   - typeModule: The module of the stored type that the tribe migrates; nil for none.
    ///   - testTarget: The test target for the test; nil for the one named after the module's target.
    ///   - isSQL: Whether the tribe is an SQL file.
    /// - Throws: ``Failure`` if no module fits, or more than one does.
    init(
      among folders: [SourceFolder],
      tribes: [Tribe],
      module wanted: String?,
      typeModule: String?,
      testTarget: String?,
      isSQL: Bool
    ) throws {
      self.testTarget = testTarget
      let withTribes = folders.filter { folder in tribes.contains { $0.module == folder.module.name } }
      let labels = folders.map(\.label).joined(separator: ", ")
      let chosen: SourceFolder
      switch (wanted, withTribes.count, folders.count) {
      case (_, _, 0): throw Failure("Sources contains no module")
      case (let name?, _, _):
        guard let folder = folders.first(where: { $0.isNamed(name) }) else {
          throw Failure("Sources contains no module '\(name)'; its modules are \(labels)")
        }
        chosen = folder
      case (nil, _, 1): chosen = folders[0]
      case (nil, _, _) where typeModule != nil:
        chosen = try Self.folder(for: typeModule ?? "", among: folders, withTribes)
      case (nil, 1, _): chosen = withTribes[0]
      default: throw Failure("several modules are possible; choose one with --module: \(labels)")
      }
      (module, target, source) = (chosen.module.name, chosen.target, chosen)
      let newest = tribes.last { tribe in
        tribe.module == chosen.module.name && tribe.order != nil && SQLFiles.isSQL(tribe.location.file) == isSQL
      }
      folder =
        newest.map { URL(fileURLWithPath: $0.location.file).deletingLastPathComponent().relativePath }
        ?? "\(chosen.path)/\(isSQL ? SQLFiles.folder : "Tribes")"
    }

    /// Chooses the module for a tribe that migrates a type: one that has tribes or the plugin, and can use the type.
    private static func folder(
      for type: String,
      among folders: [SourceFolder],
      _ withTribes: [SourceFolder]
    ) throws -> SourceFolder {
      let possible = try folders.filter { folder in
        let uses = try folder.uses()
        let usesNomad = uses.nomad || withTribes.contains { $0.path == folder.path }
        return usesNomad && (folder.module.name == type || uses.modules.contains(type))
      }
      let best = [
        possible.filter { folder in withTribes.contains { $0.path == folder.path } },
        possible.filter { $0.module.name == type }, possible,
      ]
      if let folder = best.first(where: { $0.count == 1 })?.first { return folder }
      let fact =
        possible.isEmpty
        ? "no module that uses Nomad depends on \(type), the module of the type" : "several modules are possible"
      let labels = (possible.isEmpty ? folders : possible).map(\.label).joined(separator: ", ")
      throw Failure("\(fact); choose the module for the tribe with --module: \(labels)")
    }
  }

  /// The folder of a target in `Sources`, and the module of that target.
  struct SourceFolder {
    /// The target's name, which is also the folder's name.
    let target: String

    /// The module with its files.
    ///
    /// In its name, an underscore replaces each character that an identifier cannot contain.
    let module: SourceTree.Module

    let path: String

    /// Whether a name is the module's or the target's.
    func isNamed(_ name: String) -> Bool { name == module.name || name == target }

    /// The name to show, which includes the module's name if that differs.
    var label: String { module.name == target ? target : "\(target) (\(module.name))" }

    /// Returns whether the target has the plugin or the library, and the modules that it can import; without a manifest, what its files
    /// import.
    func uses() throws -> (nomad: Bool, modules: Set<String>) {
      if FileManager.default.fileExists(atPath: "Package.swift") {
        let description = try SwiftPM.describe(".")
        guard let own = description.targets.first(where: { $0.module == module.name }) else { return (false, []) }
        return (own.usesPlugin || own.usesLibrary, Set(description.dependencies(of: own).map(\.module)))
      }
      let scans = ScannedFiles(for: .shapes)
      let reader = FileReader()
      var imports: Set<String> = []
      for path in module.files where !SQLFiles.isSQL(path) {
        try reader.read(path) { imports.formUnion(scans.scan($0, path: path).imports.map(\.module)) }
      }
      return (imports.contains("Nomad"), imports)
    }

    /// Finds all folders of targets.
    ///
    /// - Parameter wanted: The module that the user named; nil for none.
    /// - Returns: The folders, sorted by name.
    /// - Throws: ``Failure`` if there is no `Sources`, or if it is itself a module and the user named none.
    static func all(wanted: String?) throws -> [SourceFolder] {
      let root = "Sources"
      guard SourceTree.isFolder(root) else {
        throw Failure("the current folder has no folder 'Sources'; run this in the folder of a package")
      }
      let entries = try SourceTree.entries(of: root)
      if entries.contains(where: { $0.hasSuffix(".swift") }) {
        // SwiftPM treats it as the sources of the only target, which may have any name.
        guard let wanted else { throw Failure("'Sources' is itself a module; give its name with --module") }
        let files = try SourceTree.files(in: [root])
        return [SourceFolder(target: wanted, module: SourceTree.Module(name: wanted, files: files), path: root)]
      }
      let packages = Packages()
      return try entries.filter(SourceTree.isFolder).flatMap { path in
        let target = String(path.dropFirst(root.count + 1))
        let empty = SourceTree.Module(name: SourceTree.moduleName(target), files: [])
        let hasFiles = try !SourceTree.sources(in: path).isEmpty
        let modules = try hasFiles ? Selection(of: [path], in: packages).modules : [empty]
        return modules.map { SourceFolder(target: target, module: $0, path: path) }
      }
    }
  }
#endif
