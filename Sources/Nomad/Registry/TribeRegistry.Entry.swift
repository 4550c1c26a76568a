internal import NomadFormat

extension TribeRegistry {
  /// One tribe of a registry, with its name, its target and the closure that runs it.
  public struct Entry: Sendable {
    // One reference, because plans, reports, events and errors hold tribes.
    private let storage: Storage

    private final class Storage: Sendable {
      let name: String
      let module: String
      let type: Any.Type?
      let target: TribeTarget
      let position: TribeTarget.Position
      let key: LedgerKey
      let traits: Traits
      let migrate: @Sendable () async throws -> Void

      init(
        _ name: String,
        _ module: String,
        _ type: Any.Type?,
        _ target: TribeTarget,
        _ position: TribeTarget.Position,
        _ traits: Traits,
        _ migrate: @escaping @Sendable () async throws -> Void
      ) {
        (self.name, self.module, self.type, self.target) = (name, module, type, target)
        (self.position, self.traits, self.migrate) = (position, traits, migrate)
        key = LedgerKey(at: position, of: TypePath.qualified(name, in: module), source: traits.source)
      }
    }

    /// The type's qualified name, without the module.
    public var name: String { storage.name }

    /// The module that declares the type.
    public var module: String { storage.module }

    /// The type; nil if the tribe has none of its own, such as one that is a closure.
    ///
    /// A ledger can tell from it whether the tribe conforms to a protocol that concerns the ledger.
    public var type: Any.Type? { storage.type }

    /// The target, as it is written.
    public var target: TribeTarget { storage.target }

    /// The target, parsed.
    public var position: TribeTarget.Position { storage.position }

    /// The key under which the ledger records the tribe.
    public var key: LedgerKey { storage.key }

    /// The dependencies of the tribe, if the registry knows them: a generated one does, a list made by hand does not.
    public var dependencies: [Dependency] { traits.dependencies }

    /// Whether `migrate()` runs the tribe, or leaves it to `migrate(includingDeferred: true)`.
    public var urgency: TribeUrgency { traits.urgency }

    /// The oldest version of the app that can read the tribe's result; nil if no version before the tribe can.
    public var readableSince: TribeVersion? { traits.readableSince }

    /// The kind of the one transaction that contains everything that the tribe changes; nil if there is none.
    package var transactionKind: String? {
      // A conformance that is isolated to an actor may not be visible here. Such a tribe has no transaction.
      (type as? any Tribe.Type)?.transactionKind ?? traits.transactionKind
    }

    /// The database that the tribe gets from its ledger, or else as a dependency; nil if there is none.
    var database: _TribeDatabase? { (type as? any Tribe.Type)?._database ?? traits.database }

    /// Makes the tribe, as a run does just before the tribe runs, for a ledger with tribes of its own kind.
    ///
    /// - Returns: The tribe, or the value that declares it in a list; nil if only a closure declares it, or if its
    ///   conformance to ``Tribe`` is isolated to an actor.
    /// - Throws: An error if a dependency has no value.
    public func make() throws -> Any? {
      if let make = traits.make { return try make() }
      return try (type as? any ListedTribe.Type).map { try TribeRegistry._ready($0.init()) }
    }

    /// The tribes that must have finished before this one begins, each with its module and its qualified name.
    public var requires: [String] { traits.requires }

    /// The tribes that this one replaces, as it names them: see ``Tribe/merges``.
    public var merges: [String] { merged.map(\.text) }

    /// The keys of the tribes that this one replaces; its own, too, if its target had shipped before.
    public var mergedKeys: [LedgerKey] { merged.map(\.key) }

    /// The tribes that this one replaces; itself, if its target had shipped before.
    package var merged: [Merged] { traits.merged }

    /// The keys that are done when this tribe is: its own, and those of the tribes that it replaces.
    package var keys: [LedgerKey] { [key] + mergedKeys.filter { $0 != key } }

    /// Makes the tribe and runs it.
    package var migrate: @Sendable () async throws -> Void { storage.migrate }

    package init(
      name: String,
      module: String,
      type: Any.Type? = nil,
      target: TribeTarget,
      position: TribeTarget.Position,
      traits: Traits = Traits(),
      migrate: @escaping @Sendable () async throws -> Void
    ) {
      storage = Storage(name, module, type, target, position, traits, migrate)
    }

    /// The traits of the tribe, besides its place in the order.
    var traits: Traits { storage.traits }

    /// Whether the work of the tribe is to undo it.
    package var isReverting: Bool { traits.isReverting }

    /// Returns a tribe at the same place that undoes this one.
    package func reverting(by undo: @escaping @Sendable () async throws -> Void) -> Entry {
      var traits = traits
      traits.isReverting = true
      return with("\(name) (revert)", traits, undo)
    }

    /// Returns the tribe with other traits.
    func with(_ traits: Traits) -> Entry { with(name, traits, migrate) }

    private func with(
      _ name: String,
      _ traits: Traits,
      _ migrate: @escaping @Sendable () async throws -> Void
    ) -> Entry {
      Entry(
        name: name,
        module: module,
        type: type,
        target: target,
        position: position,
        traits: traits,
        migrate: migrate
      )
    }

    /// The name with its module, if that is known.
    var qualifiedName: String { TypePath.qualified(name, in: module) }

    /// The version of the tribe's target; nil if it has none.
    public var version: TribeVersion? {
      if case .version(let version) = position { version } else { nil }
    }

    /// The versions that the ledger has once the tribe has finished: its own one, and those that it merges.
    var versions: [TribeVersion] { ([version] + merged.map(\.version)).compactMap(\.self) }
  }
}

extension TribeRegistry.Entry {
  /// The traits of a tribe, besides its place in the order.
  package struct Traits: Sendable {
    var urgency = TribeUrgency.immediate
    var readableSince: TribeVersion?
    var requires: [String] = []
    var merged: [TribeRegistry.Entry.Merged] = []
    var dependencies: [TribeRegistry.Dependency] = []
    /// Whether the work is to undo the tribe.
    var isReverting = false
    /// The checksum of the source, as 16 hexadecimal digits; nil if it does not matter or is not known.
    var source: String?
    /// The kind of the transaction of a tribe that a value declares in a list, and not a type.
    package var transactionKind: String?
    /// The database of such a tribe.
    package var database: _TribeDatabase?
    /// Makes the tribe; nil if its type's `init()` does.
    package var make: (@Sendable () throws -> Any)?

    package init() {}

    /// Adds the tribes that the tribe merges, by their versions and once-ids.
    package mutating func merge(_ texts: [String], in tribe: String) throws(NomadError) {
      for text in texts {
        do {
          merged.append(TribeRegistry.Entry.Merged(text, at: try TribeTarget.Position(merged: text)))
        } catch {
          throw .illegalMerge(of: tribe, error)
        }
      }
    }

    /// Creates the traits of a tribe whose source is a text, which need not be a checksum.
    package init(source: String?) {
      guard let source else { return }
      let digits = String(XXH64.checksum(of: source), radix: 16)
      self.source = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
  }
}

extension TribeRegistry.Entry {
  /// A tribe that another one replaces.
  package struct Merged: Sendable {
    /// The version or the once-id, as the other tribe names it.
    package let text: String
    package let position: TribeTarget.Position
    /// The key under which ledgers have recorded the tribe.
    package let key: LedgerKey

    /// The version; nil for a once-id.
    var version: TribeVersion? {
      if case .version(let version) = position { version } else { nil }
    }

    init(_ text: String, at position: TribeTarget.Position) {
      (self.text, self.position, key) = (text, position, LedgerKey(at: position, of: ""))
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

extension TribeRegistry.Entry {
  package init(_ tribe: any ListedTribe.Type) throws(NomadError) {
    try self.init(tribe) { try await TribeRegistry._ready(tribe.init()).migrate() }
  }

  /// Creates the entry of a type, with its name, its target and the closure that runs it.
  package init(
    _ tribe: any ListedTribe.Type,
    make: (@Sendable () throws -> Any)? = nil,
    migrate: @escaping @Sendable () async throws -> Void
  ) throws(NomadError) {
    let path = TypePath.components(of: tribe)
    let name = path.dropFirst().joined(separator: ".")
    let target = tribe.target
    let position: TribeTarget.Position
    do {
      position = try target.position()
    } catch {
      throw .illegalTarget(of: name, error)
    }
    if position.isDerived { throw .sourceUnknown(of: name, target) }
    var traits = Traits()
    (traits.urgency, traits.readableSince, traits.make) = (tribe.urgency, tribe.readableSince, make)
    traits.requires = tribe.requires.map { TypePath.components(of: $0).joined(separator: ".") }
    try traits.merge(tribe.merges, in: name)
    self.init(
      name: name,
      module: path.first ?? "",
      type: tribe,
      target: target,
      position: position,
      traits: traits,
      migrate: migrate
    )
  }
}

/// The qualified names of types.
enum TypePath {
  private static let extensionMark = "(extension in "

  /// The components of a type's qualified name, the module first: "Module.Outer.Inner".
  static func components(of type: Any.Type) -> [String] {
    // `String(reflecting:)` searches all conformances of the process first, which takes ten times as long.
    // A private type, or one inside a function, also has "(unknown context at $…)" among its components.
    var path = _typeName(type, qualified: true).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
    // "(extension in Module):Other.Outer.Inner": a type in an extension belongs to the module of the extension.
    if let first = path.first, first.hasPrefix(extensionMark), let end = first.firstIndex(of: ")") {
      path[0] = first[..<end].dropFirst(extensionMark.count)
    }
    return path.map(String.init)
  }

  /// Returns a type's name with its module, if the module is known.
  static func qualified(_ name: String, in module: String) -> String {
    module.isEmpty ? name : "\(module).\(name)"
  }
}
