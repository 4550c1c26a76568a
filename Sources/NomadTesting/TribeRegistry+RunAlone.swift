public import Nomad

extension TribeRegistry {
  /// Runs one tribe alone: no order, no ledger, no record.
  ///
  /// ```swift
  /// try await TribeRegistry.generated.runAlone("Tribe_2_0_0")
  /// ```
  ///
  /// - Parameter name: The type's qualified name, with or without the module.
  /// - Throws: What the tribe throws, or ``UnknownTribe`` if the registry has no tribe of that name.
  public func runAlone(_ name: String) async throws {
    guard let entry = entries.first(where: { $0.name == name || "\($0.module).\($0.name)" == name }) else {
      throw UnknownTribe(name: name, known: entries.map(\.name))
    }
    try await entry.migrate()
  }
}
