/// A property of a tribe whose value comes from the app through the migrator, such as a store, a client or a folder.
///
/// ```swift
/// struct MoveToken: Tribe {
///   static let target: TribeTarget = .once("2026-11-move-token")
///   @TribeDependency private var keychain: Keychain
///
///   func migrate() async throws { try keychain.moveToken() }
/// }
///
/// try await Nomad(.generated).providing(keychain).migrate()
/// ```
///
/// The migrator finds the value by the property's type as it is written, `Keychain` or `any Keychain`, never by a name.
/// The generated registry knows the dependencies of each tribe. If one has no value, the run throws ``NomadError`` with
/// the code `missingDependency` before its first tribe.
///
/// Without a generated registry, the run throws this error just before the tribe that has the dependency. The same
/// applies to dependencies that no registry can name: those whose type a generic superclass calls `T`, those that a
/// class of another module does not show, and those behind another property wrapper or an alias of this one.
///
/// The tribe receives the value when it is made, which is just before it runs.
///
/// - Important: `MoveToken().migrate()` in a test stops the process, because there is no value, and Swift does not
///   allow the getter of a property wrapper to throw. The message names the tribe and the type of the value. Make the
///   tribe with ``TribeDependencies/make(_:)``, or run it with `runAlone(_:with:)` of NomadTesting. Both throw
///   ``NomadError`` instead.
@propertyWrapper
public struct TribeDependency<Value: Sendable>: Sendable {
  private let box: Box<Value>?
  private let owner: StaticString

  /// Takes the value that the app gave for the type.
  ///
  /// - Parameter owner: The name of the type that has the property, which the compiler fills in.
  public init(of owner: StaticString = #function) {
    box = RunContext.current.dependencies?.box(for: Value.self)
    self.owner = owner
  }

  /// The value that the app gave.
  ///
  /// In a run, a tribe always has the value, because it does not run otherwise. If a tribe was made outside of a run
  /// and without ``TribeDependencies/make(_:)``, reading this property stops the process. Without a generated
  /// registry, an initializer that reads it also stops the process if no value was provided.
  public var wrappedValue: Value {
    // A tribe that was put into a list as an instance was made outside of the run.
    guard let box = box ?? RunContext.current.dependencies?.box(for: Value.self) else {
      preconditionFailure(
        "\(owner) has a @TribeDependency of type \(TribeRegistry.Dependency(Self.self).type), for which no value was provided: "
          + "make \(owner) with TribeDependencies.make(_:), or run it with runAlone(_:with:) of NomadTesting"
      )
    }
    return box.value
  }
}

extension TribeDependency: TribeDependencies.DependencyWrapper {
  var missing: TribeRegistry.Dependency? { box == nil ? TribeRegistry.Dependency(Self.self) : nil }
}

extension TribeRegistry {
  /// One dependency of a tribe: the name of the property, and the type of its value.
  public struct Dependency: Equatable, Sendable, CustomStringConvertible {
    /// The name of the property; nil if it is not known.
    public let property: String?

    /// The type of the value, with its module.
    public let type: String

    let id: ObjectIdentifier

    init<Value>(_ dependency: TribeDependency<Value>.Type, as property: String? = nil) {
      self.property = property
      type = TypePath.components(of: Value.self).joined(separator: ".")
      id = ObjectIdentifier(Value.self)
    }

    /// The property and its type, such as `store: App.Store`.
    public var description: String { (property.map { "\($0): " } ?? "") + type }
  }
}
