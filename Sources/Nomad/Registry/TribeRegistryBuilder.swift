/// A result builder that makes a registry from tribes, calls of `migration`, and other registries.
///
/// ```swift
/// let registry = try TribeRegistry {
///   TribeRegistry.generated
///   migration("1.1") { try await moveNotes() }
///   if isPro { MoveSubscriptions() }
/// }
/// ```
@resultBuilder
public enum TribeRegistryBuilder {
  /// The tribes that one expression of the registry builder adds.
  public struct Component: Sendable {
    let entries: Result<[TribeRegistry.Entry], NomadError>

    /// The modules of the listed registries, which may have no tribes.
    private(set) var modules: Set<String> = []

    init(_ entries: Result<[TribeRegistry.Entry], NomadError>, of modules: Set<String> = []) {
      self.entries = entries
      self.modules = modules
    }

    init(_ entry: () throws(NomadError) -> TribeRegistry.Entry) {
      do { entries = .success([try entry()]) } catch { entries = .failure(error) }
    }
  }

  /// Adds a tribe, which is made when it is the tribe's turn.
  public static func buildExpression<Listed: ListedTribe>(
    _ tribe: @autoclosure @escaping @Sendable () -> Listed
  ) -> Component {
    Component { () throws(NomadError) in
      try TribeRegistry.Entry(Listed.self) { try await TribeRegistry._ready(tribe()).migrate() }
    }
  }

  /// Adds a tribe by its type.
  public static func buildExpression(_ tribe: any ListedTribe.Type) -> Component {
    Component { () throws(NomadError) in try TribeRegistry.Entry(tribe) }
  }

  /// Adds an array of tribes.
  ///
  /// It is evaluated to find their types, and again when it is a tribe's turn.
  public static func buildExpression(
    _ tribes: @autoclosure @escaping @Sendable () -> [any ListedTribe]
  ) -> Component {
    joined(
      tribes().map { type(of: $0) as any ListedTribe.Type }.enumerated().map { index, type in
        Component { () throws(NomadError) in
          try TribeRegistry.Entry(type) {
            // An array that depends on the state of the app can have changed.
            let tribe = tribes().dropFirst(index).first.flatMap { Swift.type(of: $0) == type ? $0 : nil }
            try await TribeRegistry._ready(tribe ?? type.init()).migrate()
          }
        }
      }
    )
  }

  /// Adds tribes by their types.
  @_disfavoredOverload
  public static func buildExpression(_ tribes: [any ListedTribe.Type]) -> Component {
    joined(tribes.map { buildExpression($0) })
  }

  /// Adds a tribe that `migration` declares.
  public static func buildExpression(_ component: Component) -> Component { component }

  /// Adds the tribes of a registry.
  public static func buildExpression(_ registry: TribeRegistry) -> Component {
    Component(.success(registry.entries), of: registry.modules)
  }

  /// Joins several components.
  public static func buildBlock(_ components: Component...) -> Component { joined(components) }

  /// Adds the component of an `if` without `else`, if its condition holds.
  public static func buildOptional(_ component: Component?) -> Component { component ?? joined([]) }

  /// Adds the first branch of an `if` or a `switch`.
  public static func buildEither(first component: Component) -> Component { component }

  /// Adds the second branch of an `if` or a `switch`.
  public static func buildEither(second component: Component) -> Component { component }

  /// Joins the components of a loop.
  public static func buildArray(_ components: [Component]) -> Component { joined(components) }

  /// Adds the component of an `if #available`.
  public static func buildLimitedAvailability(_ component: Component) -> Component { component }

  private static func joined(_ components: [Component]) -> Component {
    var entries: [TribeRegistry.Entry] = []
    for component in components {
      switch component.entries {
      case .success(let more): entries += more
      case .failure: return component
      }
    }
    return Component(.success(entries), of: components.reduce(into: []) { $0.formUnion($1.modules) })
  }
}

extension TribeRegistry {
  /// Creates a registry from tribes, calls of `migration`, and other registries.
  ///
  /// - Parameter tribes: The list, in any order: see ``TribeRegistryBuilder``.
  /// - Throws: ``NomadError`` with the code `illegalTarget` and the underlying `TargetError`, for the first tribe whose
  ///   target is illegal.
  public init(@TribeRegistryBuilder _ tribes: () -> TribeRegistryBuilder.Component) throws(NomadError) {
    let list = tribes()
    let entries = try list.entries.get()
    self.init(entries: entries, of: list.modules.union(entries.map(\.module)))
  }
}
