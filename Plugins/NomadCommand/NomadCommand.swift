import Foundation
import PackagePlugin

/// The command plugin `swift package nomad …`, which runs `nomadctl` with the same arguments in the package's folder.
@main
struct NomadCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool: PluginContext.Tool
    do {
      // The tool of a release has another name, because some traits ask for one that is compiled, with databases.
      tool = try (try? context.tool(named: "nomadctl")) ?? context.tool(named: "nomadctl-prebuilt")
    } catch PluginContextError.toolNotFound {
      Diagnostics.error(
        "swift package nomad needs the package trait Nomadctl: add it in Package.swift, as in .package(url: …, traits: "
          + "[\"Nomadctl\"]). Without it, 'swift run nomad-gen --check' and 'swift run nomad-gen --lock RELEASE' work."
      )
      return
    }
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      // The tool has printed its error. SwiftPM reports every failure as exit code 1, so print the original code.
      Diagnostics.error("nomadctl ended with exit code \(process.terminationStatus)")
    }
  }
}
