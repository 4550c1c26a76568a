/// The tribes of a module run only if some code runs its registry.
package enum UnusedRegistry {
  /// Whether a module with tribes leaves it to other modules to run its registry.
  package static func isOffered(_ output: Pipeline.Output, _ use: RegistryUse) -> Bool {
    output.tribeCount > 0 && !use.mayRunOwn && (use.isNamed || isAccessible(output))
  }

  /// Adds a finding to each module whose registry no code runs.
  ///
  /// - Parameters:
  ///   - outputs: What was found in the modules of a package.
  ///   - uses: What the code of each does with registries.
  ///   - offers: The modules that offer their registries to the others, and to nobody else.
  /// - Returns: The same, with the findings.
  package static func check(
    _ outputs: [Pipeline.Output],
    _ uses: [RegistryUse],
    offers: Set<String>
  ) -> [Pipeline.Output] {
    let users = zip(outputs, uses).filter(\.1.usesNomad)
    let runOwnAlone = users.allSatisfy { $0.tribeCount > 0 && !$1.mayRunOthers }
    return zip(outputs, uses).map { output, use in
      let module = output.module
      guard let tribe = output.tribes.min(by: { $0.location < $1.location }) else { return output }
      let (message, note): (String, String)
      if !use.isNamed, !isAccessible(output) {
        message =
          "no code of \(module) names its registry, 'generated', so its tribes never run"
        note =
          "pass it to Nomad; or, as it is internal, return it from a public property of \(module), and combine that "
          + "with the app's in TribeRegistry(combining:)"
      } else if offers.contains(module), !users.isEmpty,
        runOwnAlone || !uses.contains(where: { $0.imports.contains(module) })
      {
        message = "no module of this package runs the registry that \(module) offers, so its tribes never run"
        note =
          "import \(module) in the app, and combine its registry with the app's in TribeRegistry(combining:); if other "
          + "packages run it, add \(module) to a library product"
      } else {
        return output
      }
      let finding = Diagnostic(
        severity: .warning,
        code: .unusedRegistry,
        message: message,
        location: tribe.location,
        notes: [Diagnostic.Note(message: note, location: tribe.location)]
      )
      return Pipeline.adding([finding], to: [output])[0]
    }
  }

  /// Whether other modules may name the registry.
  private static func isAccessible(_ output: Pipeline.Output) -> Bool {
    output.files.contains { ($0.registryAccess ?? .internal) > .internal }
  }
}
