extension TribeDependencies {
  /// The values for the tribes that the current task makes, and a list of the dependencies that had no value.
  final class Scope: Sendable {
    @TaskLocal static var current: Scope?

    private let dependencies: TribeDependencies
    private let missing = Locked<[TribeRegistry.Need]>([])

    init(_ dependencies: TribeDependencies) {
      self.dependencies = dependencies
    }

    /// Returns the value for a type.
    ///
    /// If there is none, notes the missing dependency.
    func box<Value: Sendable>(for type: Value.Type) -> Box<Value>? {
      if let box = dependencies.box(for: type) { return box }
      missing.withLock { $0.append(TribeRegistry.Need(TribeDependency<Value>.self)) }
      return nil
    }

    /// Checks that no dependency was missing when something was made, and that none is missing in the result.
    func check(_ made: Any) throws(Lack) {
      // A missing dependency was not noted if the value was made earlier, outside of any scope.
      let noted = missing.value
      let needs = noted + unmetNeeds(of: made).filter { !noted.contains($0) }
      guard needs.isEmpty else { throw Lack(needs: needs) }
    }

    /// Returns the dependencies without a value among the properties of a value and of its superclasses.
    private func unmetNeeds(of made: Any) -> [TribeRegistry.Need] {
      sequence(first: Mirror(reflecting: made), next: \.superclassMirror).flatMap(\.children)
        .compactMap { ($0.value as? any OptionallyMet)?.need }.filter(dependencies.lacks)
    }
  }

  /// A property wrapper that may have no value.
  protocol OptionallyMet {
    /// The dependency without a value; nil if the wrapper has a value.
    var need: TribeRegistry.Need? { get }
  }

  /// The error for dependencies that have no value, of something that was just made.
  struct Lack: Error, CustomStringConvertible {
    let needs: [TribeRegistry.Need]

    var description: String { "nothing was given for " + needs.map(\.description).joined(separator: ", ") }
  }
}

extension TribeRegistry {
  /// Checks that a tribe that is about to run has a value for each dependency, and returns the tribe.
  ///
  /// Generated files call this for a tribe with dependencies that the file may not list, such as those of a superclass
  /// from elsewhere.
  ///
  /// - Parameter tribe: The tribe.
  /// - Returns: The tribe.
  /// - Throws: An error that the run reports as ``NomadError`` with the code `missingDependency`.
  public static func ready<Tribe>(_ tribe: Tribe) throws -> Tribe {
    try TribeDependencies.Scope.current?.check(tribe)
    return tribe
  }
}

extension TribeDependencies {
  /// Returns the value that the run of the current task has for a type.
  ///
  /// - Parameter type: The type under which the value was given.
  /// - Returns: The value.
  /// - Throws: An error that the run reports as a missing dependency.
  package static func current<Value: Sendable>(_ type: Value.Type) throws -> Value {
    if let box = Scope.current?.box(for: type) { return box.value }
    throw Lack(needs: [TribeRegistry.Need(TribeDependency<Value>.self)])
  }
}
