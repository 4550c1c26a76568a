import NomadGenCore

/// Finds the modules of the package in the current folder whose registries no code names.
enum UnusedRegistries {
  /// Adds a finding to each of them.
  ///
  /// Without a manifest that uses the plugin, nothing shows that the modules have registries.
  static func find(
    in modules: [SourceTree.Module],
    _ outputs: [Pipeline.Output]
  ) throws(Failure) -> [Pipeline.Output] {
    let reader = FileReader()
    guard SourceTree.isFile("Package.swift") else { return outputs }
    var usesPlugin = false
    try reader.read("Package.swift") { usesPlugin = Relevance(["NomadPlugin"]).isRelevant($0) }
    guard usesPlugin else { return outputs }
    var result: [Pipeline.Output] = []
    for (module, output) in zip(modules, outputs) {
      result.append(
        module.isPartial
          ? output
          : try UnusedRegistry.check(output) { () throws(Failure) in
            var isNamed = false
            for file in module.files where !isNamed { try reader.read(file) { isNamed = RegistryMention.isIn($0) } }
            return isNamed
          }
      )
    }
    return result
  }
}
