/// Something that a tribe works with and that the app gives to the migrator: a store, a client, a folder.
///
/// ```swift
/// struct MoveToken: Tribe {
///   static let target: TribeTarget = .once("2026-11-move-token")
///   @TribeDependency private var keychain: Keychain
///
///   func migrate() async throws { try keychain.moveToken() }
/// }
///
/// try await Nomad(.generated).dependency(keychain).migrate()
/// ```
///
/// What is given is found by the property's type as it is written, `Keychain` or `any Keychain`, never by a name. The
/// generated registry knows what each tribe needs, so a run in which something is missing throws ``NomadError`` with
/// the code `missingDependency` before its first tribe. Where there is no generated registry, it throws before the
/// tribe that lacks it, and so it does for what no registry can name: what a generic superclass calls `T`, what a class
/// of another module does not show, what another wrapper or an alias of this one hides.
///
/// The value is taken when the tribe is made, which is just before it runs.
///
/// - Important: `MoveToken().migrate()` in a test stops the process, because nothing was given: Swift does not allow the
///   getter of a property wrapper to throw. Make the tribe with ``TribeDependencies/make(_:)``, or run it with
///   `runAlone(_:with:)` of NomadTesting. Both throw ``NomadError`` instead.
@propertyWrapper
public struct TribeDependency<Value: Sendable>: Sendable {
  private let box: TribeDependencies.Box<Value>?

  /// Takes what was given for the type.
  public init() {
    box = TribeDependencies.Scope.current?.box(for: Value.self)
  }

  /// What was given.
  ///
  /// A tribe of a run always has it, because the tribe does not run otherwise. Reading it in a tribe that was made
  /// outside of a run, and without ``TribeDependencies/make(_:)``, stops the process.
  public var wrappedValue: Value {
    // A tribe that a list was given ready-made was made outside of the run.
    guard let box = box ?? TribeDependencies.Scope.current?.box(for: Value.self) else {
      preconditionFailure(
        "nothing was given for @TribeDependency of type \(Value.self): make the tribe with TribeDependencies.make(_:), "
          + "or run it with runAlone(_:with:) of NomadTesting"
      )
    }
    return box.value
  }
}

extension TribeDependency: TribeDependencies.OptionallyMet {
  var need: TribeRegistry.Need? { box == nil ? TribeRegistry.Need(Self.self) : nil }
}
