import NomadSyntax
import NomadTargets

/// The SQL files of some modules, and the tribes in them.
///
/// Wherever sources are read, a Swift declaration stands for each file. So a tribe in an SQL file is like any other in
/// every rule, report and lock.
package struct SQLFiles {
  /// The tribes, by the UTF-8 bytes of their paths.
  private var tribes: [[UInt8]: SQLTribe] = [:]
  /// The findings about the files, by the same bytes.
  private var findings: [[UInt8]: [Finding]] = [:]

  /// Creates a collection without files.
  package init() {}

  /// Reads the SQL files of modules.
  ///
  /// - Parameters:
  ///   - modules: The modules' names and files.
  ///   - protocolName: The protocol to discover; only `Tribe` has tribes in SQL files.
  ///   - scanned: The files that were already scanned. More are added.
  ///   - search: Searches the bytes of a file.
  ///   - read: Reads a file.
  /// - Throws: The errors of `read`.
  package init(
    of modules: [(name: String, files: [String])],
    protocolName: String,
    _ scanned: ScannedFiles,
    search: @escaping Relevance.Search,
    read: SourceReader
  ) throws {
    guard protocolName == Library.tribe else { return }
    for module in modules {
      let paths = module.files.filter(Self.isSQL).sorted(by: ByteOrder.precedes)
      if !paths.isEmpty { try add(paths, of: module, scanned, search: search, read: read) }
    }
  }

  /// Whether no file is a tribe.
  var isEmpty: Bool { tribes.isEmpty }

  /// Whether a path is that of an SQL file.
  package static func isSQL(_ path: String) -> Bool { path.utf8.suffix(4).map { $0 | 0x20 } == Array(".sql".utf8) }

  /// The name of the folders whose SQL files are tribes.
  package static let folder = "Migrations"

  /// Reads a file: the declaration that stands for an SQL file, or a Swift file itself.
  package func read(
    _ path: String,
    by read: SourceReader,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws {
    guard Self.isSQL(path) else { return try withoutActuallyEscaping(body) { try read(path, $0) } }
    (self[path]?.source ?? []).withUnsafeBufferPointer { body($0) }
  }

  /// The tribe in a file; nil if it has none.
  package subscript(_ path: String) -> SQLTribe? { tribes[Array(path.utf8)] }

  /// Returns the findings about some files.
  func findings(in paths: [String]) -> [Finding] {
    findings.isEmpty ? [] : paths.flatMap { findings[Array($0.utf8)] ?? [] }
  }

  static func components(of path: String) -> [Substring] { path.split(separator: "/") }

  // MARK: Reading

  private mutating func add(
    _ paths: [String],
    of module: (name: String, files: [String]),
    _ scanned: ScannedFiles,
    search: @escaping Relevance.Search,
    read: SourceReader
  ) throws {
    var names: [(path: String, name: SQLFileName)] = []
    for path in paths {
      let components = Self.components(of: path)
      // The folders of this computer around the target do not matter.
      let isInFolder = components.dropLast().last?.lowercased() == Self.folder.lowercased()
      let isBelow = !isInFolder && Self.isBelowFolder(path, in: module.files)
      let file = components.last ?? ""
      switch Result(catching: { () throws(SQLFileName.Problem) in try SQLFileName(file) }) {
      case .success(let name):
        if isInFolder { names.append((path, name)) } else { try report(stray: path, file, isBelow: isBelow, read) }
      case .failure(let error):
        if isBelow { try report(stray: path, file, isBelow: true, renaming: error.remedy, read) }
        guard isInFolder, try !isIgnored(path, read) else { continue }
        report(
          path,
          .sqlFileName,
          "the name '\(file)' gives the SQL file no target: \(error.reason)",
          remedy: "\(error.remedy), or move the file out of the folder '\(Self.folder)'"
        )
      }
    }
    guard !names.isEmpty else { return }
    let databases = try Self.databases(importedBy: module.files, scanned, search: search, read: read)
    guard databases.count == 1 else { return report(databases, names[0].path, of: module.name, count: names.count) }
    var known: [String: String] = [:]
    for (path, name) in names {
      if let other = known.updateValue(path, forKey: name.typeName) {
        report(
          path,
          .sqlFileName,
          "the tribe of the SQL file would have the same name as that of '\(other)', \(name.typeName)",
          remedy: "rename one of the files"
        )
        continue
      }
      try read(path) { bytes in
        switch SQLTribe.read(bytes, path: path, name: name, for: databases[0]) {
        case .tribe(let tribe): tribes[Array(path.utf8)] = tribe
        case .findings(let found): findings[Array(path.utf8)] = found
        case .ignored: break
        }
      }
    }
  }

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
    search: @escaping Relevance.Search,
    read: SourceReader
  ) throws -> [SQLScript.Database] {
    let relevance = Relevance(SQLScript.Database.allCases.map(\.module), search: search)
    var imported: Set<String> = []
    for path in files where !isSQL(path) {
      try read(path) { bytes in
        guard relevance.isRelevant(bytes) else { return }
        imported.formUnion(scanned.scan(bytes, path: path).imports.map(\.module))
      }
    }
    return SQLScript.Database.allCases.filter { imported.contains($0.module) }
  }

  private func isIgnored(_ path: String, _ read: SourceReader) throws -> Bool {
    var isIgnored = false
    try read(path) { isIgnored = SQLScript(Array($0), for: .sqlite).settings.contains { $0.text == "ignore" } }
    return isIgnored
  }

  // MARK: Findings

  private mutating func report(
    _ path: String,
    severity: Finding.Severity = .error,
    _ code: Finding.Code,
    _ message: String,
    impact: String? = nil,
    remedy: String
  ) {
    let location = Location(startOf: path)
    let finding = Finding(
      severity: severity,
      code: code,
      message: message,
      location: location,
      impact: impact,
      remedy: remedy
    )
    findings[Array(path.utf8), default: []].append(finding)
  }

  /// Reports a file that does not become a tribe, because of the folder it is in.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - file: Its name.
  ///   - isBelow: Whether the folder is below a folder 'Migrations', so that the file is certainly meant as a tribe.
  ///   - renaming: What to do about its name; nil if that gives it a target.
  ///   - read: Reads a file.
  /// - Throws: The errors of `read`.
  private mutating func report(
    stray path: String,
    _ file: Substring,
    isBelow: Bool,
    renaming: String? = nil,
    _ read: SourceReader
  ) throws {
    guard try !isIgnored(path, read) else { return }
    report(
      path,
      severity: isBelow ? .error : .warning,
      .sqlFileName,
      isBelow
        ? "the SQL file '\(file)' is in a folder below '\(Self.folder)', so it is not a tribe"
        : "the SQL file '\(file)' is not in a folder '\(Self.folder)', so it is not a tribe",
      impact: "its statements never run",
      remedy: (renaming.map { "\($0), and " } ?? "")
        + "move it to '\(Self.folder)'\(isBelow ? " itself" : ""), or write '-- nomad:ignore' at its start"
    )
  }

  private mutating func report(
    _ databases: [SQLScript.Database],
    _ path: String,
    of module: String,
    count: Int
  ) {
    let modules = SQLScript.Database.allCases.map(\.module)
    report(
      path,
      .unknownDatabase,
      databases.isEmpty
        ? "module '\(module)' has SQL files, and imports neither \(modules.joined(separator: " nor "))"
        : "module '\(module)' has SQL files, and imports both \(modules.joined(separator: " and "))",
      impact: "the build cannot know which database runs \(count == 1 ? "the file" : "the \(count) files")",
      remedy: databases.isEmpty
        ? "write 'import \(modules.joined(separator: "' or 'import "))' in a Swift file of the module"
        : "move the files of one database and its imports to another target"
    )
  }
}
