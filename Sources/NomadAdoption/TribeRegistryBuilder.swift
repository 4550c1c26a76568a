public import Nomad

/// A result builder that makes a registry from tribes, calls of `migration`, and other registries.
///
/// ```swift
/// let registry = try TribeRegistry {
///   TribeRegistry.generated
///   Nomad.migration("1.1") { try await moveNotes() }
///   if isPro { MoveSubscriptions() }
/// }
/// ```
@resultBuilder
public enum TribeRegistryBuilder {
  /// The tribes that one expression of the registry builder adds.
  public struct Component: Sendable {
    private(set) var entries: [TribeRegistry.Entry] = []

    /// The modules of the tribes, and those of listed registries, which may have no tribes.
    private(set) var modules: Set<String> = []

    /// The error for the first tribe with an illegal target.
    private(set) var error: NomadError?

    init(_ components: [Component] = []) {
      for component in components {
        entries += component.entries
        modules.formUnion(component.modules)
        error = error ?? component.error
      }
    }

    init(_ registry: TribeRegistry) { (entries, modules) = (registry.entries, registry.modules) }

    init(_ entry: () throws(NomadError) -> TribeRegistry.Entry) {
      do throws(NomadError) {
        let entry = try entry()
        (entries, modules) = ([entry], [entry.module])
      } catch {
        self.error = error
      }
    }
  }

  /// Adds a tribe, which is made when it is the tribe's turn.
  public static func buildExpression<Listed: ListedTribe>(
    _ tribe: @autoclosure @escaping @Sendable () -> Listed
  ) -> Component {
    Component { () throws(NomadError) in
      try TribeRegistry.Entry(Listed.self) {
        try TribeRegistry._ready(tribe())
      } migrate: {
        try await TribeRegistry._ready(tribe()).migrate()
      }
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
    Component(
      tribes().map { type(of: $0) as any ListedTribe.Type }.enumerated().map { index, type in
        Component { () throws(NomadError) in
          // An array that depends on the state of the app can have changed.
          let tribe = { @Sendable () -> any ListedTribe in
            tribes().dropFirst(index).first.flatMap { Swift.type(of: $0) == type ? $0 : nil } ?? type.init()
          }
          return try TribeRegistry.Entry(type) {
            try TribeRegistry._ready(tribe())
          } migrate: {
            try await TribeRegistry._ready(tribe()).migrate()
          }
        }
      }
    )
  }

  /// Adds tribes by their types.
  @_disfavoredOverload
  public static func buildExpression(_ tribes: [any ListedTribe.Type]) -> Component {
    Component(tribes.map { buildExpression($0) })
  }

  /// Adds a tribe that `migration` declares.
  public static func buildExpression(_ component: Component) -> Component { component }

  /// Adds the tribes of a registry.
  public static func buildExpression(_ registry: TribeRegistry) -> Component { Component(registry) }

  /// Joins several components.
  public static func buildBlock(_ components: Component...) -> Component { Component(components) }

  /// Adds the component of an `if` without `else`, if its condition holds.
  public static func buildOptional(_ component: Component?) -> Component { component ?? Component() }

  /// Adds the first branch of an `if` or a `switch`.
  public static func buildEither(first component: Component) -> Component { component }

  /// Adds the second branch of an `if` or a `switch`.
  public static func buildEither(second component: Component) -> Component { component }

  /// Joins the components of a loop.
  public static func buildArray(_ components: [Component]) -> Component { Component(components) }

  /// Adds the component of an `if #available`.
  public static func buildLimitedAvailability(_ component: Component) -> Component { component }
}

extension TribeRegistry {
  /// Creates a registry from tribes, calls of `migration`, and other registries.
  ///
  /// - Parameter tribes: The list, in any order: see ``TribeRegistryBuilder``.
  /// - Throws: ``NomadError`` with the code `illegalTarget` and the underlying `TargetError`, for the first tribe whose
  ///   target is illegal.
  public init(@TribeRegistryBuilder _ tribes: () -> TribeRegistryBuilder.Component) throws(NomadError) {
    let list = tribes()
    if let error = list.error { throw error }
    self.init(entries: list.entries, of: list.modules)
  }
}
