import NomadGenCore
import NomadSources
import NomadSyntax

/// The rule that a manifest keeps no SQL file in a folder 'Migrations' from NomadPlugin, because the build fails then.
enum UnseenSQL {
  /// Returns the findings about a module's files.
  ///
  /// A comment `nomad:ignore` does not matter: the plugin reads no file.
  ///
  /// - Parameter item: The module, with its target.
  /// - Returns: One finding for each file.
  static func check(_ item: Selection.Item) -> [Finding] {
    guard let package = item.package, let place = item.target, let target = place.description, target.usesPlugin,
      !target.excluded.isEmpty || !target.copied.isEmpty
    else { return [] }
    let root = SourceTree.canonicalPath(of: package.folder + "/" + place.folder)
    return item.module.files.filter(SQLFiles.isSQL).compactMap { file in
      let path = SourceTree.components(of: SourceTree.canonicalPath(of: file))
      let start = SourceTree.components(of: root)
      guard path.starts(with: start), let name = path.last else { return nil }
      let inner = path.dropFirst(start.count)
      // The target's own folder may have the name.
      let folders = inner.count == 1 ? start.suffix(1) : inner.dropLast()
      guard folders.contains(where: { $0.lowercased() == SQLFiles.folder.lowercased() }),
        target.isUnseen(inner.joined(separator: "/"))
      else { return nil }
      return Finding(
        code: .sqlFileName,
        message: "SwiftPM does not give the SQL file '\(name)' to NomadPlugin, so the build fails",
        location: Location(startOf: file),
        impact: "if the build did not fail, the statements in the file would never run",
        remedy: "remove the file from 'exclude:' and '.copy(…)' of target '\(target.name)', or move it out of the "
          + "folder '\(SQLFiles.folder)'"
      )
    }
  }
}
