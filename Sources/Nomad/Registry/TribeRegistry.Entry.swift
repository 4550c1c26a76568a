extension TribeRegistry {
  /// One tribe of a registry.
  public struct Entry: Sendable {
    /// The type's qualified name, without the module.
    public let name: String

    /// The module that declares the type; empty when it is not known.
    public let module: String

    /// The target, as it is written.
    public let target: TribeTarget

    /// The target, parsed.
    public let order: TribeOrder

    /// What the ledger knows the tribe by.
    ///
    /// `version:2.0.0` and `once:ID` do not depend on the type's name, so renaming the type reruns nothing.
    /// `first:MODULE.NAME` and `always:MODULE.NAME` do, because nothing else tells such tribes apart.
    public let key: String

    /// What the tribe depends on, as far as the registry knows: a generated one does, a list made by hand does not.
    public internal(set) var needs: [Need] = []

    /// Makes the tribe and runs it.
    package let migrate: @Sendable () async throws -> Void

    init(
      name: String,
      module: String,
      target: TribeTarget,
      order: TribeOrder,
      migrate: @escaping @Sendable () async throws -> Void
    ) {
      self.name = name
      self.module = module
      self.target = target
      self.order = order
      self.migrate = migrate
      key =
        switch order {
        case .first: "first:\(TypePath.qualified(name, in: module))"
        case .always: "always:\(TypePath.qualified(name, in: module))"
        case .version, .once: LedgerKey.key(of: order) ?? name
        }
    }

    /// The name with its module, if that is known.
    var qualifiedName: String { TypePath.qualified(name, in: module) }

    /// The version that the tribe stands at, or nil if it has none.
    public var version: TribeVersion? {
      if case .version(let version) = order { version } else { nil }
    }
  }
}

extension TribeRegistry.Entry: Comparable {
  private var place: TribePlace { TribePlace(order: order, name: name, module: module) }

  /// Whether `lhs` runs before `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.place < rhs.place }

  /// Whether both are the same tribe: at one place of the order, with one name, in one module.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.place == rhs.place }
}

extension TribeRegistry.Entry: CustomStringConvertible {
  /// The tribe's name and target, such as `Tribe_2_0_0 .literal("2.0.0")`.
  public var description: String { "\(name) \(target)" }
}
