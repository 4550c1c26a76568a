import Foundation
import PackagePlugin

/// `swift package nomad …`: runs `nomadctl` with the same arguments, in the package's folder.
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
      // What is wrong, the tool has said already. SwiftPM ends with 1 whatever a plugin ends with, so the code is said.
      Diagnostics.error("nomadctl ended with exit code \(process.terminationStatus)")
    }
  }
}
