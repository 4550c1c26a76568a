/// The tribes of a module run only if some code names its registry.
package enum UnusedRegistry {
  /// Adds a finding to a module whose registry no code can run.
  ///
  /// - Parameters:
  ///   - output: What was found in the module, all of which was looked at.
  ///   - isNamed: Tells whether one of the module's own files names a registry; not called if others may name it.
  /// - Returns: The same, with the finding if there is one.
  /// - Throws: What `isNamed` throws.
  package static func check<Failure: Error>(
    _ output: Pipeline.Output,
    isNamed: () throws(Failure) -> Bool
  ) throws(Failure) -> Pipeline.Output {
    guard let tribe = output.tribes.min(by: { $0.location < $1.location }) else { return output }
    // Other modules, and other packages, may name a registry that is not internal.
    guard output.files.allSatisfy({ $0.registryAccess ?? .internal <= .internal }), try !isNamed() else {
      return output
    }
    let finding = Diagnostic(
      severity: .warning,
      code: .unusedRegistry,
      message: "no code of \(output.module) names its registry, 'generated', so its tribes never run; pass it to Nomad "
        + "or offer it to the app",
      location: tribe.location,
      notes: [
        Diagnostic.Note(
          message:
            "the registry is internal; to run it with the app's, write a public property that returns .generated "
            + "in \(output.module), and combine both with TribeRegistry(combining:)",
          location: tribe.location
        )
      ]
    )
    return Pipeline.adding([finding], to: [output])[0]
  }
}
