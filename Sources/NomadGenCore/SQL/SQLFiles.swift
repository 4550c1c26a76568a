import NomadSyntax
import NomadTargets

/// The SQL files of a module, and the tribes in them.
package struct SQLFiles {
  /// The tribes, sorted by the paths of their files.
  private(set) var tribes: [SQLTribe] = []
  /// The findings about the files.
  private(set) var findings: [Finding] = []

  /// Reads the SQL files of a module.
  ///
  /// - Parameters:
  ///   - module: The module's name and files.
  ///   - protocolName: The protocol to discover; only `Tribe` has tribes in SQL files.
  ///   - scanned: The files that were already scanned. More are added.
  ///   - read: Reads a file.
  /// - Throws: The errors of `read`.
  package init(
    of module: (name: String, files: [String]),
    protocolName: String,
    _ scanned: ScannedFiles,
    read: SourceReader
  ) throws {
    guard protocolName == Library.tribe else { return }
    var named: [(path: String, name: SQLFileName)] = []
    for path in module.files.filter(Self.isSQL).sorted(by: ByteOrder.precedes) {
      let components = Self.components(of: path)
      let file = components.last ?? ""
      let name = Result { () throws(SQLFileName.Problem) in try SQLFileName(file) }
      // The folders of this computer around the target do not matter.
      let isInFolder = components.dropLast().last?.lowercased() == Self.folder.lowercased()
      let isBelow = !isInFolder && Self.isBelowFolder(path, in: module.files)
      let finding: Finding
      switch name {
      case .success(let name) where isInFolder:
        named.append((path, name))
        continue
      case .failure(let problem) where isInFolder:
        finding = Self.finding(
          path,
          "the name '\(file)' gives the SQL file no target: \(problem.reason)",
          remedy: "\(problem.remedy), or move the file out of the folder '\(Self.folder)'"
        )
      case .failure where !isBelow: continue
      case .failure(let problem):
        finding = Self.finding(stray: path, isBelow: true, renaming: "\(problem.remedy), and ")
      case .success: finding = Self.finding(stray: path, isBelow: isBelow)
      }
      var isIgnored = false
      try read(path) { isIgnored = SQLScript(Array($0), for: .sqlite).isIgnored }
      if !isIgnored { findings.append(finding) }
    }
    guard let first = named.first else { return }
    let databases = try Self.databases(importedBy: module.files, scanned, read: read)
    if databases.count != 1 {
      findings.append(Self.finding(about: databases, first.path, of: module.name, count: named.count))
      return
    }
    var known: [String: String] = [:]
    for (path, name) in named {
      if let other = known.updateValue(path, forKey: name.typeName) {
        let message = "the tribe of the SQL file would have the same name as that of '\(other)', \(name.typeName)"
        findings.append(Self.finding(path, message, remedy: "rename one of the files"))
        continue
      }
      try read(path) { bytes in
        let found = SQLTribe.read(bytes, path: path, name: name, for: databases[0])
        if let tribe = found.tribe { tribes.append(tribe) }
        findings += found.findings
      }
    }
  }

  /// Whether a path is that of an SQL file.
  package static func isSQL(_ path: String) -> Bool { path.utf8.suffix(4).map { $0 | 0x20 } == Array(".sql".utf8) }

  /// The name of the folders whose SQL files are tribes.
  package static let folder = "Migrations"

  private static func components(of path: String) -> [Substring] { path.split(separator: "/") }

  /// Whether a file of a module is in a folder below one of its folders 'Migrations'.
  ///
  /// A folder of this computer around the target may have that name, too. The module's own folder has another file of the
  /// module beside it, or an SQL file in it.
  private static func isBelowFolder(_ path: String, in files: [String]) -> Bool {
    let components = components(of: path)
    return components.indices.dropLast(2).contains { index in
      guard components[index].lowercased() == folder.lowercased(), index > 0 || !path.hasPrefix("/") else {
        return false
      }
      return files.contains { file in
        let other = Self.components(of: file)
        guard other.starts(with: components[..<index]) else { return false }
        return !other.starts(with: components[...index]) || other.count == index + 2 && isSQL(file)
      }
    }
  }

  /// Returns the databases whose modules some files import.
  private static func databases(
    importedBy files: [String],
    _ scanned: ScannedFiles,
    read: SourceReader
  ) throws -> [SQLScript.Database] {
    let relevance = Relevance(SQLScript.Database.allCases.map(\.module))
    var imported: Set<String> = []
    for path in files where !isSQL(path) {
      try read(path) { bytes in
        guard relevance.isRelevant(bytes) else { return }
        imported.formUnion(scanned.scan(bytes, path: path).imports.map(\.module))
      }
    }
    return SQLScript.Database.allCases.filter { imported.contains($0.module) }
  }

  // MARK: Findings

  private static func finding(_ path: String, _ message: String, remedy: String) -> Finding {
    Finding(code: .sqlFileName, message: message, location: Location(startOf: path), remedy: remedy)
  }

  /// Returns the finding about a file that does not become a tribe, because of the folder it is in.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - isBelow: Whether the folder is below a folder 'Migrations', so that the file is certainly meant as a tribe.
  ///   - renaming: The start of the remedy if the file's name gives no target.
  /// - Returns: The finding.
  private static func finding(stray path: String, isBelow: Bool, renaming: String = "") -> Finding {
    Finding(
      severity: isBelow ? .error : .warning,
      code: .sqlFileName,
      message: "the SQL file '\(components(of: path).last ?? "")' is "
        + "\(isBelow ? "in a folder below" : "not in a folder") '\(folder)', so it is not a tribe",
      location: Location(startOf: path),
      impact: "its statements never run",
      remedy: renaming
        + "move it to '\(folder)'\(isBelow ? " itself" : ""), or write '-- nomad:ignore' at its start"
    )
  }

  private static func finding(
    about databases: [SQLScript.Database],
    _ path: String,
    of module: String,
    count: Int
  ) -> Finding {
    let modules = SQLScript.Database.allCases.map(\.module)
    return Finding(
      code: .unknownDatabase,
      message: databases.isEmpty
        ? "module '\(module)' has SQL files, and imports neither \(modules.joined(separator: " nor "))"
        : "module '\(module)' has SQL files, and imports both \(modules.joined(separator: " and "))",
      location: Location(startOf: path),
      impact: "the build cannot know which database runs \(count == 1 ? "the file" : "the \(count) files")",
      remedy: databases.isEmpty
        ? "write 'import \(modules.joined(separator: "' or 'import "))' in a Swift file of the module"
        : "move the files of one database and its imports to another target"
    )
  }
}
