/// What an app gives to its tribes: a value for each type.
public struct TribeDependencies: Sendable {
  /// A value as it was given: in a box it is never taken for what is in it, such as the value of an optional.
  struct Box<Value: Sendable>: Sendable {
    let value: Value
  }

  private var boxes: [ObjectIdentifier: any Sendable] = [:]

  /// Makes an empty collection.
  public init() {}

  /// Adds a value, in place of what was given for that type before.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type of the properties that it is for; that of the value as it stands in the source by default. Give
  ///     it for what is asked for by a protocol: `.dependency(client, as: (any Client).self)`.
  /// - Returns: The collection with the value.
  public func dependency<Value: Sendable>(_ value: Value, as type: Value.Type = Value.self) -> TribeDependencies {
    var dependencies = self
    dependencies.boxes[ObjectIdentifier(type)] = Box(value: value)
    return dependencies
  }

  /// Makes a tribe, or whatever else has properties with ``TribeDependency``, outside of a run.
  ///
  /// ```swift
  /// let tribe = try TribeDependencies().dependency(Keychain(of: "test")).make { MoveToken() }
  /// try await tribe.migrate()
  /// ```
  ///
  /// - Parameter make: Makes it.
  /// - Returns: What `make` returned.
  /// - Throws: What `make` throws, or ``NomadError`` with the code `missingDependency` if something was not given.
  public func make<Made>(_ make: () throws -> Made) throws -> Made {
    let scope = Scope(self)
    return try Scope.$current.withValue(scope) {
      let made = try make()
      do throws(Lack) {
        try scope.check(made)
      } catch {
        throw NomadError.missingDependencies(error.needs.map { (nil, $0) })
      }
      return made
    }
  }

  /// Runs one tribe with what was given.
  ///
  /// - Parameter entry: The tribe.
  /// - Throws: What the tribe throws, or ``NomadError`` with the code `missingDependency`.
  package func run(_ entry: TribeRegistry.Entry) async throws {
    do {
      try await Scope.$current.withValue(Scope(self)) { try await entry.migrate() }
    } catch let lack as Lack {
      throw NomadError.missingDependencies(lack.needs.map { (entry, $0) })
    }
  }

  /// The types that something was given for.
  package var types: [ObjectIdentifier] { boxes.map(\.key) }

  func box<Value>(for type: Value.Type) -> Box<Value>? {
    boxes[ObjectIdentifier(type)] as? Box<Value>
  }

  /// Whether there is nothing for a need.
  func lacks(_ need: TribeRegistry.Need) -> Bool { boxes[need.id] == nil }
}
