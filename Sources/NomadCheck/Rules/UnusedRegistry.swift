package import NomadGenCore
import NomadSyntax

/// The rule that some code runs each module's registry.
///
/// Otherwise the module's tribes never run.
package enum UnusedRegistry {
  /// Whether a module with tribes leaves running its registry to other modules.
  package static func isOffered(_ module: CheckedModule, _ use: RegistryUse) -> Bool {
    !module.tribes.isEmpty && !use.mayRunOwn && (use.isNamed || isAccessible(module))
  }

  /// Finds the modules whose registries no code runs.
  ///
  /// - Parameters:
  ///   - modules: The checked modules.
  ///   - uses: How the code of each module uses registries.
  ///   - offers: The modules that offer their registries to other checked modules.
  ///   - isJudged: Whether the build writes a registry for the module at an index.
  ///   - isOffered: Whether a product offers the module at an index to packages that are not checked.
  ///   - mayRun: Whether code that can see the registry of the module at an index may run it.
  ///   - isCertain: Whether the check sees all code of the module at an index, and users get that module. Otherwise its
  ///     finding is a warning.
  ///   - isForeign: Whether the module at an index uses products that are not checked, to which it may pass its registry.
  /// - Returns: The findings of each module, at most one.
  package static func check(
    _ modules: [CheckedModule],
    _ uses: [RegistryUse],
    offers: Set<String>,
    isJudged: (_ index: Int) -> Bool = { _ in true },
    isOffered: (_ index: Int) -> Bool = { _ in false },
    mayRun: (_ index: Int) -> Bool = { _ in true },
    isCertain: (_ index: Int) -> Bool = { _ in true },
    isForeign: (_ index: Int) -> Bool = { _ in false }
  ) -> [[Finding]] {
    let users = zip(modules, uses).filter(\.1.usesNomad)
    let runOwnAlone = users.allSatisfy { !$0.tribes.isEmpty && !$1.mayRunOthers }
    return modules.indices.map { index in
      let (module, use) = (modules[index], uses[index])
      let name = module.module
      guard isJudged(index), let tribe = module.tribes.min(by: { $0.location < $1.location }) else { return [] }
      let (message, remedy): (String, String)
      var isKnown = true
      if !use.isNamed, !isAccessible(module) {
        message = "the tribes of \(name) never run, because no code in \(name) uses its registry, 'generated'"
        remedy =
          "pass 'generated' to Nomad; or return it from a public property of \(name), and combine that with the "
          + "app's registry in TribeRegistry(combining:)"
      } else if offers.contains(name), !users.isEmpty,
        runOwnAlone || !uses.contains(where: { $0.imports.contains(name) })
      {
        // The code that runs Nomad may have this registry in a variable of its own.
        isKnown = !isOffered(index) && !uses.contains { $0.imports.contains(name) }
        message = "the tribes of \(name) never run, because no checked module uses its registry"
        remedy =
          "import \(name) in the app, and combine its registry with the app's in TribeRegistry(combining:)"
          + (isOffered(index) ? "" : "; if other packages run it, add \(name) to a library product")
      } else if !mayRun(index) {
        isKnown = !isForeign(index)
        message = "the tribes of \(name) never run, because no code that can use its registry calls 'migrate()'"
        remedy = "call migrate() of the migrator at each start of the app, before it reads its data"
      } else {
        return []
      }
      return [
        Finding(
          severity: isKnown && isCertain(index) ? .error : .warning,
          code: .unusedRegistry,
          message: message,
          location: tribe.location,
          remedy: remedy
        )
      ]
    }
  }

  /// Whether other modules can access the registry.
  private static func isAccessible(_ module: CheckedModule) -> Bool {
    module.output.files.contains { ($0.registryAccess ?? .internal) > .internal }
  }
}
