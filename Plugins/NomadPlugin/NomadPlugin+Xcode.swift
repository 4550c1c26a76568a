#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  extension NomadPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try commands(
        target: target.displayName,
        module: Module(
          name: (target.product?.name ?? target.displayName).asModuleName,
          sources: target.inputFiles.filter { $0.url.pathExtension == "swift" }.map(\.url)
        ),
        // Xcode's plugin interface gives the sources of other targets in the project, but not those of its packages.
        dependencies: [],
        workDirectory: context.pluginWorkDirectoryURL,
        tool: context.tool(named: "nomad-registry").url
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
