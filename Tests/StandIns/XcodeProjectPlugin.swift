// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What the plugin uses of Xcode's module of this name, which exists in Xcode alone: enough to type-check its half of
// the plugin anywhere. Nothing here runs.
public import Foundation
public import PackagePlugin

public protocol XcodeBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public struct XcodePluginContext {
  public let pluginWorkDirectoryURL: URL
  private let tool: PluginContext.Tool

  public func tool(named name: String) throws -> PluginContext.Tool { tool }
}

public struct XcodeTarget {
  public let displayName: String
  public let product: XcodeProduct?
  public let inputFiles: FileList
}

public struct XcodeProduct {
  public let name: String
}
