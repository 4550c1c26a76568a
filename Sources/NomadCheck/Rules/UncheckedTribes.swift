package import NomadGenCore
import NomadSources
import NomadSyntax

/// The rule that a check names what it could not see: the module, one type, and the source that it would need.
package enum UncheckedTribes {
  /// Returns one finding for a module, at the first of its types that may be tribes.
  static func check(_ types: [UnseenType], in module: String) -> [Finding] {
    guard let type = types.min(by: { $0.location < $1.location }) else { return [] }
    let others = types.count == 1 ? "" : "; \(types.count - 1) more of \(module) may be missing"
    return [
      warning(
        "tribes of \(module) may be missing: '\(type.name)' inherits '\(type.ancestor)', which no checked source declares",
        at: type.location,
        impact: "if '\(type.ancestor)' inherits Tribe, the build registers '\(type.name)', but the check, lists and "
          + "Tribes.lock do not include it\(others)",
        remedy: "check the folder of \(type.imports.prefix(3).joined(separator: " or ")) too"
      )
    ]
  }

  /// Returns the findings about packages and files that the check cannot see.
  ///
  /// - Throws: ``Failure`` if a generated file cannot be read.
  static func findings(about selection: Selection) throws(Failure) -> [Finding] {
    var roots: Set<String> = []
    let packages = selection.items.compactMap(\.package) + selection.whole
    var found = packages.filter { $0.problem != nil && roots.insert($0.root).inserted }.map(finding)
    for item in selection.items { found += try findings(about: item) }
    return found
  }

  /// Returns the finding about a package that SwiftPM does not describe.
  private static func finding(about package: SourcePackage) -> Finding {
    let folder = package.root.isEmpty ? "." : String(package.root.dropLast())
    return warning(
      "the check does not know the targets of the package in '\(folder)', because SwiftPM does not describe it",
      at: manifest(of: package),
      impact: "the check read each folder in Sources as a module; it saw no target elsewhere, and not which targets "
        + "use NomadPlugin; SwiftPM reports: \(package.problem ?? "")",
      remedy: "run 'swift package --package-path \(folder) describe', and fix what it reports"
    )
  }

  /// Returns the findings about files that other plugins generate.
  private static func findings(about item: Selection.Item) throws(Failure) -> [Finding] {
    guard let package = item.package, let target = item.target?.description, !item.module.isPartial
    else { return [] }
    var findings: [Finding] = []
    func warn(_ message: String, impact: String, remedy: String) {
      findings.append(warning(message, at: manifest(of: package), impact: impact, remedy: remedy))
    }
    if let plugin = target.earlierPlugins.first, !item.isBuilt {
      warn(
        "tribes of \(target.module) may be missing, because the files that the plugin '\(plugin)' generates do not "
          + "exist yet",
        impact: "the build registers the tribes in these files, but the check, lists and Tribes.lock do not include "
          + "them",
        remedy: "run 'swift build' before the check"
      )
    }
    if item.registry != nil, !target.usesPlugin, let plugin = try package.pluginWithTribes(in: target) {
      warn(
        "the committed registry of the target '\(target.name)' lacks the files that the plugin '\(plugin)' generates and "
          + "that mention '\(Library.tribe)'",
        impact: "'nomad-gen --write' does not see these files, so tribes in them never run",
        remedy: "use NomadPlugin instead of the committed registry, or declare the tribes in the sources"
      )
    }
    if let plugin = target.laterPlugins.first {
      warn(
        "NomadPlugin does not see the files that the plugin '\(plugin)' generates for the target '\(target.name)'",
        impact: "a plugin sees the files of the plugins before it in plugins:, so tribes in these files never run",
        remedy: "put NomadPlugin at the end of the plugins of '\(target.name)'"
      )
    }
    return findings
  }

  /// Returns the finding about a folder that the check does not cover; nil if none of its files mentions the protocol.
  static func finding(about folder: UncheckedFolders.Folder, _ protocolName: String) -> Finding? {
    guard let mention = folder.mention else { return nil }
    return warning(
      "the check does not cover \(folder.isPackage ? "the package in " : "")'\(folder.path)', whose files mention "
        + "'\(protocolName)'",
      at: Location(startOf: mention),
      impact: (folder.isPackage ? "the package is in another repository" : "no checked module has these files")
        + ", so lists and Tribes.lock do not include their tribes",
      remedy: "run the check with '. \(folder.path)'"
    )
  }

  /// Returns the finding about a release lock in another folder than the current one.
  package static func finding(aboutLockIn folder: String, _ severity: Finding.Severity) -> Finding {
    let folder = SourceTree.relativePath(of: folder)
    return warning(
      "'\(folder)' has a \(ReleaseLock.fileName), but the check runs in another folder",
      severity,
      at: Location(startOf: "\(folder)/\(ReleaseLock.fileName)"),
      impact: "the check does not compare the tribes there with what has shipped",
      remedy: "run the check there, too"
    )
  }

  private static func warning(
    _ message: String,
    _ severity: Finding.Severity = .warning,
    at location: Location,
    impact: String,
    remedy: String
  ) -> Finding {
    Finding(
      severity: severity,
      code: .uncheckedTribes,
      message: message,
      location: location,
      impact: impact,
      remedy: remedy
    )
  }

  /// Returns the start of a package's manifest, in which SwiftPM names no lines.
  private static func manifest(of package: SourcePackage) -> Location {
    Location(startOf: package.root + "Package.swift")
  }
}
