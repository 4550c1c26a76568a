extension TribeDependencies {
  /// What the tribes can have that the current task makes, and what they could not have.
  final class Scope: Sendable {
    @TaskLocal static var current: Scope?

    private let dependencies: TribeDependencies
    private let missing = Locked<[TribeRegistry.Need]>([])

    init(_ dependencies: TribeDependencies) {
      self.dependencies = dependencies
    }

    /// What was given for a type; that there is nothing is noted.
    func box<Value: Sendable>(for type: Value.Type) -> Box<Value>? {
      if let box = dependencies.box(for: type) { return box }
      missing.withLock { $0.append(TribeRegistry.Need(TribeDependency<Value>.self)) }
      return nil
    }

    /// Makes sure that nothing was missing.
    func check() throws(Lack) {
      let missing = missing.value
      guard missing.isEmpty else { throw Lack(needs: missing) }
    }
  }

  /// Something that was just made depends on what was not given.
  struct Lack: Error, CustomStringConvertible {
    let needs: [TribeRegistry.Need]

    var description: String { "nothing was given for " + needs.map(\.description).joined(separator: ", ") }
  }
}

extension TribeRegistry {
  /// Takes a tribe that was just made, and makes sure that it has all that it depends on.
  ///
  /// Generated files call it for a tribe of which they cannot know everything: one with a superclass from elsewhere.
  ///
  /// - Parameter tribe: The tribe.
  /// - Returns: The tribe.
  /// - Throws: What the run throws as ``NomadError`` with the code `missingDependency`.
  public static func ready<Tribe>(_ tribe: Tribe) throws -> Tribe {
    try TribeDependencies.Scope.current?.check()
    return tribe
  }
}
