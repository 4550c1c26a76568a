import Foundation
import PackagePlugin

/// A plugin that generates a tribe in each target, named after the target.
@main
struct WriteTribe: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let file = context.pluginWorkDirectoryURL.appending(path: "\(target.name)Tribe.swift")
    return [
      .buildCommand(
        displayName: "Writing the tribe of \(target.name)",
        executable: try context.tool(named: "write-tribe").url,
        arguments: [target.name, file.path(percentEncoded: false)],
        outputFiles: [file]
      )
    ]
  }
}
