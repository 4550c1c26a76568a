/// The values that an app provides to its tribes, at most one for each type.
public struct TribeDependencies: Sendable {
  // In boxes, so that an optional value is never taken for the value inside of it.
  private var boxes: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty collection.
  public init() {}

  /// Adds a value, which replaces an earlier value for the same type.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type of the properties that receive the value; by default, the static type of the value. Pass it if
  ///     the properties name a protocol: `.providing(client, as: (any Client).self)`.
  /// - Returns: The collection with the value.
  public func providing<Value: Sendable>(_ value: Value, as type: Value.Type = Value.self) -> TribeDependencies {
    var dependencies = self
    dependencies.boxes[ObjectIdentifier(type)] = Box(value)
    return dependencies
  }

  /// Makes a tribe, or another value that has properties with ``TribeDependency``, outside of a run.
  ///
  /// ```swift
  /// let tribe = try TribeDependencies().providing(Keychain(of: "test")).make { MoveToken() }
  /// try await tribe.migrate()
  /// ```
  ///
  /// - Parameter make: The closure that makes the value.
  /// - Returns: The value that `make` returned.
  /// - Throws: The error that `make` throws, or ``NomadError`` with the code `missingDependency` if a value is missing.
  public func make<Made>(_ make: () throws -> Made) throws -> Made {
    let scope = Scope(self)
    return try RunContext.with { $0.dependencies = scope }.perform {
      let made = try make()
      do throws(MissingValues) {
        try scope.check(made)
      } catch {
        throw NomadError.missingDependencies(error.dependencies.map(\.description))
      }
      return made
    }
  }

  /// Runs one tribe with these values.
  package func run(_ entry: TribeRegistry.Entry) async throws {
    do {
      try await RunContext.with { $0.dependencies = Scope(self) }.perform { try await entry.migrate() }
    } catch let error as MissingValues {
      throw NomadError.missingDependencies(error.words(for: entry))
    }
  }

  /// The types for which there is a value.
  package var types: [ObjectIdentifier] { boxes.map(\.key) }

  /// Returns the value for a type; nil if there is none.
  ///
  /// - Parameter type: The type that was given with the value.
  /// - Returns: The value.
  public func value<Value: Sendable>(of type: Value.Type) -> Value? { box(for: type)?.value }

  func box<Value>(for type: Value.Type) -> Box<Value>? {
    boxes[ObjectIdentifier(type)] as? Box<Value>
  }

  /// Whether there is no value for a dependency.
  func hasNoValue(for dependency: TribeRegistry.Dependency) -> Bool { boxes[dependency.id] == nil }
}

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
