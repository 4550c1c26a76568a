public import Nomad

extension TribeRegistry {
  /// Runs one tribe alone, without the others, a ledger or a record.
  ///
  /// ```swift
  /// try await TribeRegistry.generated.runAlone("Tribe_2_0_0")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The type's qualified name, with or without the module.
  ///   - dependencies: The tribe's dependencies; none by default.
  /// - Throws: The error of the tribe, or `NomadError` with the code `unknownTarget` if the registry has no tribe of that
  ///   name, or `missingDependency` if a dependency of the tribe is missing.
  public func runAlone(
    _ name: String,
    with dependencies: TribeDependencies = TribeDependencies()
  ) async throws {
    guard let entry = entries.first(where: { $0.name == name || "\($0.module).\($0.name)" == name }) else {
      throw NomadError.unknownTribe(name, entries.map(\.name))
    }
    try await dependencies.run(entry)
  }
}

extension NomadError {
  /// The error for a name or a target that no tribe of the registry has.
  static func unknownTribe(_ name: String, _ known: [String]) -> NomadError {
    NomadError(
      .unknownTarget,
      "There is no tribe \(name).",
      advice: "There are \(known.isEmpty ? "none" : known.joined(separator: ", "))."
    )
  }
}
