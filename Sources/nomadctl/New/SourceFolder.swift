#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadTargets

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
