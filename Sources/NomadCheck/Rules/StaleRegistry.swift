package import NomadGenCore
package import NomadSources
import NomadSyntax
import NomadTargets

/// The rule that a registry in a module's sources is the one that the module's tribes give.
///
/// Such a file is committed where no plugin runs. The app runs the tribes as they are in the file.
package enum StaleRegistry {
  /// The name of the file.
  static let fileName = "NomadRegistry.swift"

  /// Whether a file has the text of a registry.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  static func isRegistry(_ path: String) throws(Failure) -> Bool {
    // Every registry has this name, and no code of a user.
    try Relevance(["_GeneratedTribes"]).isRelevant(fileAt: path)
  }

  /// Returns the module whose tribes a registry has, as its first line says; nil if it does not say.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  static func module(of path: String) throws(Failure) -> String? { Text(try text(of: path)).module.map(String.init) }

  private static func text(of path: String) throws(Failure) -> String {
    var text = ""
    try FileReader().read(path) { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  /// Checks a place at which a user wants to have a registry.
  ///
  /// - Parameters:
  ///   - path: The path of the registry.
  ///   - sources: The paths of the sources.
  /// - Throws: ``Failure`` if another file is there, or if the check would not find a committed registry there.
  package static func checkOutput(_ path: String, among sources: [String]) throws(Failure) {
    let place = SourceTree.canonicalPath(of: File.folder(of: path))
    let folders = sources.filter(SourceTree.isFolder).map(SourceTree.canonicalPath(of:))
    if SourceTree.components(of: path).last != fileName, folders.contains(where: { isInside(place, $0) }) {
      throw Failure("a registry among the sources has to be called \(fileName), because the check looks for that name")
    }
    if SourceTree.isFile(path), try !text(of: path).isEmpty, try !isRegistry(path) {
      throw Failure("'\(path)' is no registry, so it is not replaced; delete it, or name another file")
    }
  }

  /// Returns the findings of each module of a selection.
  ///
  /// - Throws: ``Failure`` if a file cannot be read.
  static func findings(in modules: [CheckedModule], of selection: Selection) throws(Failure) -> [[Finding]] {
    var findings = modules.map { _ in [Finding]() }
    for (index, item) in selection.items.enumerated() {
      guard let path = item.registry else { continue }
      if let target = item.target?.description, target.usesPlugin {
        findings[index] = [check(pluginOf: target.name, path, manifest: "\(item.package?.root ?? "")Package.swift")]
      } else if !item.module.isPartial {
        let finding = check(modules[index], try text(of: path), at: path, command: selection.writing)
        findings[index] = [finding].compactMap(\.self)
      }
    }
    return findings
  }

  /// Returns the finding about a committed registry, at the first tribe that differs.
  ///
  /// - Parameters:
  ///   - module: The checked module.
  ///   - committed: The text of the file.
  ///   - path: The path of the file.
  ///   - command: The command that writes the file.
  /// - Returns: The finding; nil if the file is up to date, or if the module has errors and therefore no registry.
  package static func check(
    _ module: CheckedModule,
    _ committed: String,
    at path: String,
    command: String
  ) -> Finding? {
    guard let registry = module.output.registry, !ByteOrder.areSame(committed, registry) else { return nil }
    let old = Text(committed)
    let (message, location) = difference(between: old, Text(registry), module, at: path)
    let isOther = old.module.map { $0 != module.module } == true
    return Finding(
      code: .staleRegistry,
      message: message,
      location: location,
      impact: "the code of \(module.module) runs the tribes as they are in '\(path)'",
      remedy: isOther ? "name the module with --module" : "run '\(command)', and commit the file"
    )
  }

  /// Returns the finding about a target that has the file and uses the plugin.
  static func check(pluginOf target: String, _ path: String, manifest: String) -> Finding {
    Finding(
      code: .staleRegistry,
      message: "the target '\(target)' uses NomadPlugin, which generates the file that is committed as '\(path)'",
      location: Location(startOf: path),
      impact: "the build has the registry twice",
      remedy: "remove the file, or NomadPlugin from the plugins of the target '\(target)' in \(manifest)"
    )
  }

  /// Returns what differs first between two registries of a module, and where.
  private static func difference(
    between old: Text,
    _ new: Text,
    _ module: CheckedModule,
    at path: String
  ) -> (String, Location) {
    func line(_ index: Int) -> Location { Location(file: path, line: index + 1, column: 1, codePointColumn: 1) }
    if let name = old.module, name != module.module {
      return (
        "the committed registry is of module '\(name)', and the check reads these files as \(module.module)", line(0)
      )
    }
    if let version = old.version, version != new.version {
      return ("the committed registry is of Nomad \(version), and this is Nomad \(Library.version)", line(0))
    }
    let (oldEntries, newEntries) = (old.entries, new.entries)
    if let tribe = module.tribes.first(where: { oldEntries[$0.name.swiftLiteral] == nil }) {
      return ("'\(tribe.name)' is not in the committed registry, so it never runs", tribe.location)
    }
    let gone = oldEntries.filter { newEntries[$0.key] == nil }.min { $0.value[0].line < $1.value[0].line }
    if let gone {
      return (
        "the committed registry has the tribe \(gone.key), which the sources do not have", line(gone.value[0].line)
      )
    }
    for tribe in module.tribes {
      let (own, other) = (newEntries[tribe.name.swiftLiteral] ?? [], oldEntries[tribe.name.swiftLiteral] ?? [])
      let isSame =
        own.map(\.lines) == other.map(\.lines) && tribe.script.map { old.text.contains($0.declaration) } != false
      if isSame { continue }
      func differ(_ part: String) -> Bool {
        own.flatMap(\.lines).filter { $0.contains(part) } != other.flatMap(\.lines).filter { $0.contains(part) }
      }
      let part = differ("target: ") ? "target" : tribe.script != nil || differ("_tribes.source(") ? "source" : "members"
      return (
        "'\(tribe.name)' has \(part == "members" ? "other members" : "another \(part)") in the committed registry",
        tribe.location
      )
    }
    let count = zip(old.lines, new.lines).prefix { $0 == $1 }.count
    return (
      "the committed registry is not the one that the sources give", line(min(count, max(old.lines.count - 1, 0)))
    )
  }

  /// The text of a registry.
  private struct Text {
    /// The code that adds a tribe.
    struct Entry {
      /// The index of its first line.
      var line: Int
      var lines: [Substring]
    }

    let text: String
    let lines: [Substring]

    init(_ text: String) {
      self.text = text
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The words of the first line, if that is the line of a registry.
    private var heading: [Substring] {
      let words = lines.first?.split(separator: " ") ?? []
      return words.starts(with: ["//", "Generated", "by", "nomad-gen"]) && words.count > 10 ? words : []
    }

    /// The version of Nomad that wrote it; nil if the first line has none.
    var version: Substring? { heading.isEmpty ? nil : heading[4] }

    /// The module whose tribes it has; nil if the first line has none.
    var module: Substring? { heading.isEmpty ? nil : heading[10].prefix { $0 != "." } }

    /// The entries, by the literal of the tribe's name.
    ///
    /// Branches of an `#if` may each have one.
    var entries: [String: [Entry]] {
      var entries: [String: [Entry]] = [:]
      var name: String?
      for (index, line) in lines.enumerated() {
        let code = line.drop { $0 == " " }
        if code == "_tribes.add(", index + 1 < lines.count {
          name = String(lines[index + 1].drop { $0 == " " }.dropLast())
          entries[name ?? "", default: []].append(Entry(line: index + 1, lines: []))
        } else if let known = name, !code.hasPrefix("#"), !code.hasPrefix("if ") {
          // A tribe before this one that is gone changes the number of its function.
          let code = code.contains("._migrate") ? code.prefix { !$0.isNumber } : code
          let last = (entries[known]?.count ?? 1) - 1
          entries[known]?[last].lines.append(code)
          // The end of a function, or of what guards the entry.
          if code == "}" { name = nil }
        }
      }
      return entries
    }
  }
}
