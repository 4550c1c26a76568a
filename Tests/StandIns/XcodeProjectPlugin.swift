// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of Xcode's module of this name that the plugin uses, for type-checking outside of Xcode, which alone has
// the module. Nothing here runs.
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
