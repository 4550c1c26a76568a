extension Nomad {
  /// Gives the tribes something that they depend on: see ``TribeDependency``.
  ///
  /// ```swift
  /// try await Nomad(.generated)
  ///   .dependency(store)
  ///   .dependency(client, as: (any Client).self)
  ///   .migrate()
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value: of a value type, a class, an actor, or a class on the main actor.
  ///   - type: The type of the properties that it is for; that of the value as it stands in the source by default.
  /// - Returns: The migrator with the value, in place of what was given for that type before.
  public func dependency<Value: Sendable>(_ value: Value, as type: Value.Type = Value.self) -> Nomad {
    var nomad = self
    nomad.dependencies = dependencies.dependency(value, as: type)
    return nomad
  }
}
