/// A result builder that makes a registry from tribes, closures and other registries listed in code.
///
/// ```swift
/// let registry = try TribeRegistry {
///   TribeRegistry.generated
///   when("1.1") { try await moveNotes() }
///   if isPro { MoveSubscriptions() }
/// }
/// ```
@resultBuilder
public enum TribeRegistryBuilder {
  /// The tribes that one expression of the registry builder adds.
  public struct Part: Sendable {
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
  ) -> Part {
    Part { () throws(NomadError) in
      try TribeRegistry.Entry(Listed.self) { try await TribeRegistry.ready(tribe()).migrate() }
    }
  }

  /// Adds a tribe by its type.
  public static func buildExpression(_ tribe: any ListedTribe.Type) -> Part {
    Part { () throws(NomadError) in try TribeRegistry.Entry(tribe) }
  }

  /// Adds an array of tribes.
  ///
  /// It is evaluated to find their types, and again when it is a tribe's turn.
  public static func buildExpression(
    _ tribes: @autoclosure @escaping @Sendable () -> [any ListedTribe]
  ) -> Part {
    joined(
      tribes().map { type(of: $0) as any ListedTribe.Type }.enumerated().map { index, type in
        Part { () throws(NomadError) in
          try TribeRegistry.Entry(type) {
            // An array that depends on the state of the app can have changed.
            let tribe = tribes().dropFirst(index).first.flatMap { Swift.type(of: $0) == type ? $0 : nil }
            try await TribeRegistry.ready(tribe ?? type.init()).migrate()
          }
        }
      }
    )
  }

  /// Adds tribes by their types.
  @_disfavoredOverload
  public static func buildExpression(_ tribes: [any ListedTribe.Type]) -> Part {
    joined(tribes.map { buildExpression($0) })
  }

  /// Adds a tribe that `when` declares.
  public static func buildExpression(_ part: Part) -> Part { part }

  /// Adds the tribes of a registry.
  public static func buildExpression(_ registry: TribeRegistry) -> Part {
    Part(.success(registry.entries), of: registry.modules)
  }

  /// Joins several parts.
  public static func buildBlock(_ parts: Part...) -> Part { joined(parts) }

  /// Adds the part of an `if` without `else`, if its condition holds.
  public static func buildOptional(_ part: Part?) -> Part { part ?? joined([]) }

  /// Adds the first branch of an `if` or a `switch`.
  public static func buildEither(first part: Part) -> Part { part }

  /// Adds the second branch of an `if` or a `switch`.
  public static func buildEither(second part: Part) -> Part { part }

  /// Joins the parts of a loop.
  public static func buildArray(_ parts: [Part]) -> Part { joined(parts) }

  /// Adds the part of an `if #available`.
  public static func buildLimitedAvailability(_ part: Part) -> Part { part }

  private static func joined(_ parts: [Part]) -> Part {
    var entries: [TribeRegistry.Entry] = []
    for part in parts {
      switch part.entries {
      case .success(let more): entries += more
      case .failure: return part
      }
    }
    return Part(.success(entries), of: parts.reduce(into: []) { $0.formUnion($1.modules) })
  }
}

extension TribeRegistry {
  /// Makes a registry from tribes, closures and other registries listed in code.
  ///
  /// - Parameter tribes: The list, in any order: see ``TribeRegistryBuilder``.
  /// - Throws: ``NomadError`` with the code `illegalTarget` and the underlying `TargetError`, for the first tribe whose
  ///   target is illegal.
  public init(@TribeRegistryBuilder _ tribes: () -> TribeRegistryBuilder.Part) throws(NomadError) {
    let list = tribes()
    let entries = try list.entries.get()
    self.init(entries: entries, of: list.modules.union(entries.map(\.module)))
  }
}
