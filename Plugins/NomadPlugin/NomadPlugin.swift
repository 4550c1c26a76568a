import Foundation
import PackagePlugin

/// The build-tool plugin that runs `nomad-registry` over a target's Swift sources and adds the generated registry to
/// the target.
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
    return try commands(
      target: target.name,
      module: Module(target),
      dependencies: target.nomadDependencies.map(Module.init),
      workDirectory: context.pluginWorkDirectoryURL,
      tool: context.tool(named: "nomad-registry").url
    )
  }

  /// Returns the one build command of a target.
  func commands(
    target: String,
    module: Module,
    dependencies: [Module],
    workDirectory: URL,
    tool: URL
  ) throws -> [Command] {
    let registry = workDirectory.appending(path: "NomadRegistry.swift")
    if let namesake = module.sources.first(where: { $0.lastPathComponent == registry.lastPathComponent }) {
      Diagnostics.error(
        "\(namesake.path(percentEncoded: false)): the file that NomadPlugin generates for target '\(target)' has "
          + "the same name: rename yours"
      )
    }
    let fileList = try list(module.paths, in: workDirectory.appending(path: "NomadSources.txt"))
    let dependencyList = try list(
      dependencies.flatMap { ["@" + $0.name] + $0.paths },
      in: workDirectory.appending(path: "NomadDependencies.txt")
    )
    return [
      .buildCommand(
        displayName: "Finding the tribes of \(target)",
        executable: tool,
        arguments: [
          "--output", registry.path(percentEncoded: false),
          "--module", module.name,
          "--file-list", fileList.path(percentEncoded: false),
          "--dependency-list", dependencyList.path(percentEncoded: false),
        ],
        inputFiles: module.sources + dependencies.flatMap(\.sources) + [fileList, dependencyList],
        outputFiles: [registry]
      )
    ]
  }

  /// Writes a list for the tool, unless the file already has that content, and returns its location.
  ///
  /// Thousands of paths do not fit in an argument list. The file is an input like any other: touching an unchanged list
  /// would make the build run everything again.
  private func list(_ entries: [String], in file: URL) throws -> URL {
    let data = Data(entries.joined(separator: "\0").utf8)
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
