extension TribeRegistry {
  /// One tribe of a registry, with its name, its target and the closure that runs it.
  public struct Entry: Sendable {
    // One reference, because plans, reports, events and errors hold tribes.
    private let storage: Storage

    /// The type's qualified name, without the module.
    public var name: String { storage.name }

    /// The module that declares the type.
    public var module: String { storage.module }

    /// The target, as it is written.
    public var target: TribeTarget { storage.target }

    /// The target, parsed.
    public var position: TribePosition { storage.position }

    /// The key under which the ledger records the tribe.
    public var key: LedgerKey { storage.key }

    /// The dependencies of the tribe, if the registry knows them: a generated one does, a list made by hand does not.
    public var dependencies: [Dependency] { storage.traits.dependencies }

    /// The phase of the tribe.
    ///
    /// A contract tribe waits until no host needs the old shape of the data.
    public var phase: TribePhase { storage.traits.phase }

    /// Whether `migrate()` runs the tribe, or leaves it to `migrateDeferred()`.
    public var urgency: TribeUrgency { storage.traits.urgency }

    /// The oldest version of the app that can read the tribe's result; nil if no version before the tribe can.
    public var readableSince: String? { storage.traits.readableSince }

    /// The kind of the one transaction that contains everything that the tribe changes, as far as the registry knows.
    package var transactionKind: String? { storage.traits.transactionKind }

    /// The tribes that must have finished before this one begins, each with its module and its qualified name.
    public var requires: [String] { storage.traits.requires }

    /// Makes the tribe and runs it.
    package var migrate: @Sendable () async throws -> Void { storage.migrate }

    init(
      name: String,
      module: String,
      target: TribeTarget,
      position: TribePosition,
      traits: Traits = Traits(),
      migrate: @escaping @Sendable () async throws -> Void
    ) {
      storage = Storage(name, module, target, position, traits, migrate)
    }

    /// Returns the tribe with changed traits.
    func with(_ change: (inout Traits) -> Void) -> Entry {
      var traits = storage.traits
      change(&traits)
      return Entry(name: name, module: module, target: target, position: position, traits: traits, migrate: migrate)
    }

    /// The name with its module, if that is known.
    var qualifiedName: String { TypePath.qualified(name, in: module) }

    /// The version of the tribe's target; nil if it has none.
    public var version: TribeVersion? {
      if case .version(let version) = position { version } else { nil }
    }
  }
}

extension TribeRegistry.Entry {
  /// The traits of a tribe, besides its place in the order.
  struct Traits: Sendable {
    var phase = TribePhase.expand
    var urgency = TribeUrgency.immediate
    var readableSince: String?
    var transactionKind: String?
    var requires: [String] = []
    var dependencies: [TribeRegistry.Dependency] = []
  }

  private final class Storage: Sendable {
    let name: String
    let module: String
    let target: TribeTarget
    let position: TribePosition
    let key: LedgerKey
    let traits: Traits
    let migrate: @Sendable () async throws -> Void

    init(
      _ name: String,
      _ module: String,
      _ target: TribeTarget,
      _ position: TribePosition,
      _ traits: Traits,
      _ migrate: @escaping @Sendable () async throws -> Void
    ) {
      (self.name, self.module, self.target) = (name, module, target)
      (self.position, self.traits, self.migrate) = (position, traits, migrate)
      key = LedgerKey(at: position, of: TypePath.qualified(name, in: module))
    }
  }
}

extension TribeRegistry.Entry: Comparable {
  private var place: TribeSortKey { TribeSortKey(position: position, name: name, module: module) }

  /// Whether `lhs` runs before `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.place < rhs.place }

  /// Whether both are the same tribe: with the same place in the order, the same name and the same module.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.place == rhs.place }
}

extension TribeRegistry.Entry: CustomStringConvertible {
  /// The tribe's name and target, such as `Tribe_2_0_0 .literal("2.0.0")`.
  public var description: String { "\(name) \(target)" }
}
