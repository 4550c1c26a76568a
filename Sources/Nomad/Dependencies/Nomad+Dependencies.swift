extension Nomad {
  /// Returns a migrator that gives a value to its tribes: see ``TribeDependency``.
  ///
  /// ```swift
  /// try await Nomad(.generated)
  ///   .providing(store)
  ///   .providing(client, as: (any Client).self)
  ///   .migrate()
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value. It can be of a value type, a class, an actor, or a class on the main actor.
  ///   - type: The type of the properties that receive the value; by default, the static type of the value.
  /// - Returns: The migrator with the value, which replaces an earlier value for that type.
  public func providing<Value: Sendable>(_ value: Value, as type: Value.Type = Value.self) -> Nomad {
    var nomad = self
    nomad.dependencies = dependencies.providing(value, as: type)
    return nomad
  }
}
