import Foundation
import PackagePlugin

/// Runs `nomad-gen` over a target's Swift sources and adds the registry that it writes to the target.
///
/// It plans and nothing more: the sources are listed here and read by the tool, so that the build system knows
/// every input and runs the tool when one of them changes.
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
      module: target.moduleName,
      sources: target.sourceFiles(withSuffix: "swift").map(\.url),
      workDirectory: context.pluginWorkDirectoryURL,
      tool: context.tool(named: "nomad-gen").url
    )
  }

  /// The one command of a target.
  private func commands(
    target: String,
    module: String,
    sources: [URL],
    workDirectory: URL,
    tool: URL
  ) throws -> [Command] {
    let registry = workDirectory.appending(path: "NomadRegistry.swift")
    if let namesake = sources.first(where: { $0.lastPathComponent == registry.lastPathComponent }) {
      Diagnostics.error(
        "\(namesake.path(percentEncoded: false)): the file that NomadPlugin generates for target '\(target)' has "
          + "the same name: rename yours"
      )
    }
    // Thousands of paths do not fit an argument list, so they are handed over in a file. It is an input like any
    // other, and written only when it differs, so that an unchanged list reruns nothing.
    let list = workDirectory.appending(path: "NomadSources.txt")
    let paths = sources.map { $0.path(percentEncoded: false) }.sorted().joined(separator: "\0")
    if (try? Data(contentsOf: list)) != Data(paths.utf8) {
      try Data(paths.utf8).write(to: list, options: .atomic)
    }
    return [
      .buildCommand(
        displayName: "Finding the tribes of \(target)",
        executable: tool,
        arguments: [
          "--output", registry.path(percentEncoded: false),
          "--module", module,
          "--file-list", list.path(percentEncoded: false),
        ],
        inputFiles: sources + [list],
        outputFiles: [registry]
      )
    ]
  }
}

extension Target {
  /// Whether the target depends on the library, directly or through others.
  fileprivate var dependsOnNomad: Bool {
    recursiveTargetDependencies.contains { $0.name == "Nomad" }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension NomadPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try commands(
        target: target.displayName,
        module: (target.product?.name ?? target.displayName).asModuleName,
        sources: target.inputFiles.filter { $0.url.pathExtension == "swift" }.map(\.url),
        workDirectory: context.pluginWorkDirectoryURL,
        tool: context.tool(named: "nomad-gen").url
      )
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
