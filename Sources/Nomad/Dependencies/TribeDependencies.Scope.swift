internal import NomadFiles

extension TribeDependencies {
  /// The values for the tribes that the current task makes, and a list of the dependencies that had no value.
  final class Scope: Sendable {
    private let dependencies: TribeDependencies
    private let missing = Locked<[TribeRegistry.Dependency]>([])

    init(_ dependencies: TribeDependencies) {
      self.dependencies = dependencies
    }

    /// Returns the value for a type.
    ///
    /// If there is none, notes the missing dependency.
    func box<Value: Sendable>(for type: Value.Type) -> Box<Value>? {
      if let box = dependencies.box(for: type) { return box }
      missing.withLock { $0.append(TribeRegistry.Dependency(TribeDependency<Value>.self)) }
      return nil
    }

    /// Checks that no dependency was missing when something was made, and that none is missing in the result.
    func check(_ made: Any) throws(MissingValues) {
      var all = missing.value
      // A missing dependency was not noted if the value was made earlier, outside of any scope.
      var part: Mirror? = Mirror(reflecting: made)
      while let mirror = part {
        for property in mirror.children {
          guard let dependency = (property.value as? any DependencyWrapper)?.missing else { continue }
          if dependencies.hasNoValue(for: dependency), !all.contains(dependency) { all.append(dependency) }
        }
        part = mirror.superclassMirror
      }
      guard all.isEmpty else { throw MissingValues(dependencies: all) }
    }
  }

  /// A property wrapper for a dependency, whatever the type of its value.
  protocol DependencyWrapper {
    /// The dependency if it has no value; nil if it has one.
    var missing: TribeRegistry.Dependency? { get }
  }

  /// The error for dependencies that have no value, of something that was just made.
  struct MissingValues: Error, CustomStringConvertible {
    let dependencies: [TribeRegistry.Dependency]

    /// Returns the missing dependencies of a tribe, in words.
    func words(for tribe: TribeRegistry.Entry) -> [String] {
      dependencies.map { MigrationPlan.MissingDependency(tribe: tribe, dependency: $0).description }
    }

    var description: String {
      "no value was provided for " + dependencies.map(\.description).joined(separator: ", ")
    }
  }
}

extension TribeDependencies {
  /// Returns the value that the run of the current task has for a type, as ``TribeDependency`` finds it.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: The value.
  /// - Throws: An error if there is none. A tribe that throws it ends the run with the code `missingDependency`.
  public static func current<Value: Sendable>(_ type: Value.Type) throws -> Value {
    if let box = RunContext.current.dependencies?.box(for: type) { return box.value }
    throw MissingValues(dependencies: [TribeRegistry.Dependency(TribeDependency<Value>.self)])
  }
}
