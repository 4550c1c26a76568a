#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadTargets

  /// The folder of a target in `Sources`, and the module that it makes.
  struct SourceFolder {
    /// The target's name, which is that of the folder.
    let target: String

    /// The module with its files, in whose name an underscore stands for what no identifier may hold.
    let module: SourceTree.Module

    let path: String

    /// Whether a name means this one: the module's, or the target's.
    func isNamed(_ name: String) -> Bool { name == module.name || name == target }

    /// What to call it, so that it can be given back.
    var label: String { module.name == target ? target : "\(target) (\(module.name))" }

    /// All that there are.
    ///
    /// - Parameter wanted: The module that is asked for; nil for none.
    /// - Returns: The folders, by name.
    /// - Throws: ``Failure`` if there is no `Sources`, or it does not tell its modules.
    static func all(wanted: String?) throws -> [SourceFolder] {
      let root = "Sources"
      var isFolder = ObjCBool(false)
      guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
        throw Failure("there is no folder 'Sources' here: a new tribe is for the folder of a package")
      }
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: root).filter { !$0.hasPrefix(".") }
      } catch {
        throw Failure("cannot read folder 'Sources': \(error.localizedDescription)")
      }
      if names.contains(where: { $0.hasSuffix(".swift") }) {
        // SwiftPM takes it for the sources of the only target, which may have any name.
        guard let wanted else { throw Failure("'Sources' is itself a module; say its name with --module") }
        let files = try SourceTree.files(in: [root])
        return [SourceFolder(target: wanted, module: SourceTree.Module(name: wanted, files: files), path: root)]
      }
      return try names.sorted(by: ByteOrder.precedes).flatMap { name in
        let path = "\(root)/\(name)"
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
          return [SourceFolder]()
        }
        return try SourceTree.modules(of: [path], named: nil).map { module in
          SourceFolder(target: name, module: module, path: path)
        }
      }
    }
  }
#endif
