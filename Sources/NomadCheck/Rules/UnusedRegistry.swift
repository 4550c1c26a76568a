import NomadGenCore

/// The tribes of a module run only if some code runs its registry.
package enum UnusedRegistry {
  /// Whether a module with tribes leaves it to other modules to run its registry.
  package static func isOffered(_ module: CheckedModule, _ use: RegistryUse) -> Bool {
    !module.tribes.isEmpty && !use.mayRunOwn && (use.isNamed || isAccessible(module))
  }

  /// Adds a finding to each module whose registry no code runs.
  ///
  /// - Parameters:
  ///   - modules: What was found in the modules of a package.
  ///   - uses: What the code of each does with registries.
  ///   - offers: The modules that offer their registries to the others, and to nobody else.
  /// - Returns: The same, with the findings.
  package static func check(
    _ modules: [CheckedModule],
    _ uses: [RegistryUse],
    offers: Set<String>
  ) -> [CheckedModule] {
    let users = zip(modules, uses).filter(\.1.usesNomad)
    let runOwnAlone = users.allSatisfy { !$0.tribes.isEmpty && !$1.mayRunOthers }
    return zip(modules, uses).map { module, use in
      let name = module.module
      guard let tribe = module.tribes.min(by: { $0.location < $1.location }) else { return module }
      let (message, note): (String, String)
      if !use.isNamed, !isAccessible(module) {
        message = "no code of \(name) names its registry, 'generated', so its tribes never run"
        note =
          "pass it to Nomad; or, as it is internal, return it from a public property of \(name), and combine that "
          + "with the app's in TribeRegistry(combining:)"
      } else if offers.contains(name), !users.isEmpty,
        runOwnAlone || !uses.contains(where: { $0.imports.contains(name) })
      {
        message = "no module of this package runs the registry that \(name) offers, so its tribes never run"
        note =
          "import \(name) in the app, and combine its registry with the app's in TribeRegistry(combining:); if other "
          + "packages run it, add \(name) to a library product"
      } else {
        return module
      }
      let finding = Diagnostic(
        severity: .warning,
        code: .unusedRegistry,
        message: message,
        location: tribe.location,
        notes: [Diagnostic.Note(message: note, location: tribe.location)]
      )
      return module.adding([finding])
    }
  }

  /// Whether other modules may name the registry.
  private static func isAccessible(_ module: CheckedModule) -> Bool {
    module.output.files.contains { ($0.registryAccess ?? .internal) > .internal }
  }
}
