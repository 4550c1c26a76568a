// One file, because every clean build of every user compiles it, and SwiftPM starts a compiler for each file of a plugin.
import Foundation
import PackagePlugin

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin
#endif

/// The build-tool plugin that runs `nomad-registry` over a target's Swift sources and adds the generated registry to the
/// target.
///
/// It only plans: it lists the sources, and the tool reads them. The build system therefore knows every input, and runs
/// the tool when one of them changes.
@main
struct NomadPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    if !target.dependsOnNomad {
      Diagnostics.error(
        "target '\(target.name)' uses NomadPlugin, but not the library that its registry needs: "
          + "add .product(name: \"Nomad\", package: \"Nomad\") to its dependencies"
      )
    }
    let module = Module(target)
    for path in unseenSQL(of: target, module, in: context.package) {
      Diagnostics.error(
        "\(path): SwiftPM does not give this tribe to NomadPlugin: remove it from 'exclude:' and '.copy(…)' of target "
          + "'\(target.name)', or move it out of the folder 'Migrations'"
      )
    }
    let command = try command(
      target: target.name,
      module: module,
      dependencies: target.nomadDependencies.map(Module.init),
      workDirectory: context.pluginWorkDirectoryURL,
      tool: context.tool(named: "nomad-registry").url
    )
    return [command]
  }

  /// Returns the build command of a target, for which it writes the lists of sources.
  func command(
    target: String,
    module: Module,
    dependencies: [Module],
    workDirectory: URL,
    tool: URL
  ) throws -> Command {
    let registry = workDirectory.appending(path: "NomadRegistry.swift")
    if let namesake = module.sources.first(where: { $0.lastPathComponent == registry.lastPathComponent }) {
      Diagnostics.error(
        "\(namesake.path(percentEncoded: false)): the file that NomadPlugin generates for target '\(target)' has "
          + "the same name: rename yours or, if it is a committed registry, remove it or the plugin"
      )
    }
    let fileList = try write(
      module.paths + module.sql.map { $0.path(percentEncoded: false) }.sorted(),
      in: workDirectory.appending(path: "NomadSources.txt")
    )
    var listed: [String] = []
    var inputs = module.sources + module.sql
    for dependency in dependencies {
      listed.append("@\(dependency.name)")
      listed += dependency.paths
      inputs += dependency.sources
    }
    let dependencyList = try write(listed, in: workDirectory.appending(path: "NomadDependencies.txt"))
    inputs += [fileList, dependencyList]
    return .buildCommand(
      displayName: "Finding the tribes of \(target)",
      executable: tool,
      arguments: [
        "--output", registry.path(percentEncoded: false), "--module", module.name,
        "--file-list", fileList.path(percentEncoded: false),
        "--dependency-list", dependencyList.path(percentEncoded: false),
      ],
      // With code coverage, the tool would leave its profile in the user's folder.
      environment: ["LLVM_PROFILE_FILE": workDirectory.appending(path: "Nomad.profraw").path(percentEncoded: false)],
      inputFiles: inputs,
      outputFiles: [registry]
    )
  }

  /// Writes a list for the tool, unless the file already has that content, and returns its location.
  ///
  /// Thousands of paths do not fit in an argument list. The file is an input like any other: touching an unchanged list
  /// would make the build run everything again.
  private func write(_ entries: [String], in file: URL) throws -> URL {
    // A path may have a newline, and without a NUL the tool would take it for the end of an entry.
    let data = Data(entries.map { $0 + "\0" }.joined().utf8)
    if (try? Data(contentsOf: file)) != data { try data.write(to: file, options: .atomic) }
    return file
  }
}

extension Target {
  /// Whether the target depends on the library, directly or through others.
  fileprivate var dependsOnNomad: Bool {
    recursiveTargetDependencies.contains { $0.name == "Nomad" }
  }

  /// The targets that it depends on and that can use `Tribe`, because they may declare a protocol that refines it.
  fileprivate var nomadDependencies: [any SourceModuleTarget] {
    recursiveTargetDependencies.filter(\.dependsOnNomad)
      .compactMap { $0 as? any SourceModuleTarget }
      .sorted { $0.moduleName < $1.moduleName }
  }
}

/// Returns the SQL files in and below the folders 'Migrations' of a target that its manifest keeps from plugins.
///
/// The check finds them as tribes, so leaving them out in silence would lose them.
private func unseenSQL(of target: any Target, _ module: Module, in package: Package) -> [String] {
  let seen = Set(module.sql.map { $0.path(percentEncoded: false) })
  let folder = target.directoryURL.path(percentEncoded: false)
  let others = package.targets.map { $0.directoryURL.path(percentEncoded: false) }.filter { $0.count > folder.count }
  let files = FileManager.default.enumerator(
    at: target.directoryURL,
    includingPropertiesForKeys: nil,
    options: .skipsHiddenFiles
  )
  return (files?.compactMap { $0 as? URL } ?? []).filter { file in
    // The target's own folder may have the name.
    let count = max(file.pathComponents.count - target.directoryURL.pathComponents.count, 2)
    return file.pathExtension.lowercased() == "sql"
      && file.pathComponents.suffix(count).dropLast().contains { $0.lowercased() == "migrations" }
  }.map { $0.path(percentEncoded: false) }.filter { path in
    !seen.contains(path) && !others.contains { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
  }.sorted()
}

/// A module and its sources.
struct Module {
  var name: String
  /// The Swift sources.
  var sources: [URL]
  /// The SQL files that the manifest does not keep from plugins.
  var sql: [URL]

  var paths: [String] { sources.map { $0.path(percentEncoded: false) }.sorted() }
}

extension Module {
  init(_ target: any SourceModuleTarget) {
    // The files of a target include resources, and those of its folder that are none of its `sources`.
    let sources = target.sourceFiles(withSuffix: "swift").filter { $0.type == .source }.map(\.url)
    // The plugins before this one in the manifest: their files exist when the tool runs, because they are inputs.
    let generated = target.pluginGeneratedSources.filter { $0.pathExtension == "swift" }
    // As inputs of a command, they need no mention in the manifest.
    let sql = target.sourceFiles.map(\.url).filter { $0.pathExtension.lowercased() == "sql" }
    self.init(name: target.moduleName, sources: sources + generated, sql: sql)
  }
}

#if canImport(XcodeProjectPlugin)
  extension NomadPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let command = try command(
        target: target.displayName,
        module: Module(
          name: (target.product?.name ?? target.displayName).asModuleName,
          sources: target.inputFiles.filter { $0.url.pathExtension == "swift" }.map(\.url),
          // The files that the target copies as resources; no test builds them in Xcode.
          sql: target.inputFiles.map(\.url).filter { $0.pathExtension.lowercased() == "sql" }
        ),
        // Xcode's plugin interface gives the sources of other targets in the project, but not those of its packages.
        dependencies: [],
        workDirectory: context.pluginWorkDirectoryURL,
        tool: context.tool(named: "nomad-registry").url
      )
      return [command]
    }
  }

  extension String {
    /// The module name that Xcode derives from a product's name (a C99 extended identifier).
    fileprivate var asModuleName: String {
      let name = String(map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
      return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }
  }
#endif
