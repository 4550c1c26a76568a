#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

  /// The location of a new tribe: its module, its folder, and the folder of its test.
  struct NewPlace {
    let module: String

    /// The module's target.
    let target: String

    /// The folder for the tribe.
    let folder: String

    /// The test target for the tribe's test, if the user named one.
    private let testTarget: String?

    /// The folder for the test.
    var testFolder: String { "Tests/\(testTarget ?? target + "Tests")" }

    /// Whether the folder for the test already exists.
    var hasTests: Bool { FileManager.default.fileExists(atPath: testFolder) }

    /// Chooses the location.
    ///
    /// - Parameters:
    ///   - folders: All modules of the package.
    ///   - tribes: All tribes, in migration order.
    ///   - wanted: The module or its target; nil for the only module with tribes, or the only module at all.
    ///   - fallback: The module to choose if several are possible; nil for none.
    ///   - testTarget: The test target for the test; nil for the one named after the module's target.
    /// - Throws: ``Failure`` if no module fits, or more than one does.
    init(
      among folders: [SourceFolder],
      tribes: [TribeSummary],
      module wanted: String?,
      fallback: String?,
      testTarget: String?
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
      case (nil, 1, _): chosen = withTribes[0]
      case (nil, _, 1): chosen = folders[0]
      case (nil, _, _) where folders.contains { $0.module.name == fallback }:
        chosen = folders.first { $0.module.name == fallback } ?? folders[0]
      default: throw Failure("several modules are possible; choose one with --module: \(labels)")
      }
      (module, target) = (chosen.module.name, chosen.target)
      let newest = tribes.last { $0.module == chosen.module.name && $0.order != nil }
      folder =
        newest.map { URL(fileURLWithPath: $0.location.file).deletingLastPathComponent().relativePath }
        ?? "\(chosen.path)/Tribes"
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

    /// Finds all folders of targets.
    ///
    /// - Parameter wanted: The module that the user named; nil for none.
    /// - Returns: The folders, sorted by name.
    /// - Throws: ``Failure`` if there is no `Sources`, or if it is itself a module and the user named none.
    static func all(wanted: String?) throws -> [SourceFolder] {
      let root = "Sources"
      var isFolder = ObjCBool(false)
      guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
        throw Failure("the current folder has no folder 'Sources'; run this in the folder of a package")
      }
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: root).filter { !$0.hasPrefix(".") }
      } catch {
        throw Failure("cannot read folder 'Sources': \(error.localizedDescription)")
      }
      if names.contains(where: { $0.hasSuffix(".swift") }) {
        // SwiftPM treats it as the sources of the only target, which may have any name.
        guard let wanted else { throw Failure("'Sources' is itself a module; give its name with --module") }
        let files = try SourceTree.files(in: [root])
        return [SourceFolder(target: wanted, module: SourceTree.Module(name: wanted, files: files), path: root)]
      }
      let packages = Packages()
      return try names.sorted(by: ByteOrder.precedes).flatMap { name in
        let path = "\(root)/\(name)"
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
          return [SourceFolder]()
        }
        guard !(try SourceTree.sources(in: path)).isEmpty else {
          return [
            SourceFolder(
              target: name,
              module: SourceTree.Module(name: SourceTree.moduleName(name), files: []),
              path: path
            )
          ]
        }
        return try Selection(of: [path], in: packages).modules.map { module in
          SourceFolder(target: name, module: module, path: path)
        }
      }
    }
  }
#endif
