import Foundation
import PackagePlugin

/// The command plugin `swift package nomad …`, which runs `nomadctl` with the same arguments in the package's folder.
@main
struct NomadCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "nomadctl").url
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
