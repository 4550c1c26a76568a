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

    /// Makes sure that nothing was missing, neither when something was made nor for what it is now.
    func check(_ made: Any) throws(Lack) {
      // What was made before, outside of any scope, could not have its lack noted.
      let noted = missing.value
      let needs = noted + unmetNeeds(of: made).filter { !noted.contains($0) }
      guard needs.isEmpty else { throw Lack(needs: needs) }
    }

    /// What the properties of a value, its superclasses' too, depend on and have not.
    private func unmetNeeds(of made: Any) -> [TribeRegistry.Need] {
      sequence(first: Mirror(reflecting: made), next: \.superclassMirror).flatMap(\.children)
        .compactMap { ($0.value as? any OptionallyMet)?.need }.filter(dependencies.lacks)
    }
  }

  /// A wrapper that may have no value.
  protocol OptionallyMet {
    /// What it depends on; nil if it has that.
    var need: TribeRegistry.Need? { get }
  }

  /// Something that was just made depends on what was not given.
  struct Lack: Error, CustomStringConvertible {
    let needs: [TribeRegistry.Need]

    var description: String { "nothing was given for " + needs.map(\.description).joined(separator: ", ") }
  }
}

extension TribeRegistry {
  /// Takes a tribe that is about to run, and makes sure that it has all that it depends on.
  ///
  /// Generated files call it where a tribe may depend on more than they can say, such as through a superclass from
  /// elsewhere.
  ///
  /// - Parameter tribe: The tribe.
  /// - Returns: The tribe.
  /// - Throws: What the run throws as ``NomadError`` with the code `missingDependency`.
  public static func ready<Tribe>(_ tribe: Tribe) throws -> Tribe {
    try TribeDependencies.Scope.current?.check(tribe)
    return tribe
  }
}

extension TribeDependencies {
  /// Returns the value that the run of the current task was given for a type.
  ///
  /// - Parameter type: The type under which the value was given.
  /// - Returns: The value.
  /// - Throws: An error that the run reports as a missing dependency.
  package static func current<Value: Sendable>(_ type: Value.Type) throws -> Value {
    if let box = Scope.current?.box(for: type) { return box.value }
    throw Lack(needs: [TribeRegistry.Need(TribeDependency<Value>.self)])
  }
}
