import NomadGenCore

/// A finder of modules in the current folder's package whose registries no code runs.
enum UnusedRegistries {
  /// Adds a finding to each such module.
  ///
  /// If no manifest uses the plugin, nothing shows that the modules have registries.
  static func find(
    in modules: [SourceTree.Module],
    of package: PackageTargets,
    _ outputs: [CheckedModule]
  ) throws(Failure) -> [CheckedModule] {
    let reader = FileReader()
    guard let manifest = package.manifest, manifest.usesPlugin, !modules.contains(where: \.isPartial) else {
      return outputs
    }
    var uses = modules.map { _ in RegistryUse() }
    for (index, module) in modules.enumerated() where !outputs[index].tribes.isEmpty {
      for file in module.files where !uses[index].isNamed || !uses[index].mayRunOwn {
        try reader.read(file) { uses[index].add($0) }
      }
    }
    // The modules that other packages may use, programs and tests.
    let isKnown = manifest.targets.allSatisfy { $0.name != nil && $0.computed.isEmpty }
    let programs = manifest.targets.filter { $0.kind != "target" }.compactMap(\.name)
    let others = isKnown ? manifest.productTargets.map { Set($0.union(programs).map(SourceTree.moduleName)) } : nil
    let offering = modules.indices.filter { index in
      UnusedRegistry.isOffered(outputs[index], uses[index]) && others?.contains(modules[index].name) == false
        && !modules[index].files.contains { SourceTree.components(of: $0).last == "main.swift" }
    }
    let offers = Set(offering.map { modules[$0].name })
    // Other modules' imports matter only if some module offers its registry.
    for (index, module) in modules.enumerated() where !offers.isEmpty {
      uses[index] = RegistryUse(lookingFor: offers)
      for file in module.files { try reader.read(file) { uses[index].add($0) } }
    }
    return UnusedRegistry.check(outputs, uses, offers: offers)
  }
}
