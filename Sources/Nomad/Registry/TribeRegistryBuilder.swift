/// Builds a registry from tribes, closures and other registries that are listed in code.
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
  /// What is built of a part of the list.
  public struct Part: Sendable {
    let entries: Result<[TribeRegistry.Entry], NomadError>

    /// The modules of registries in the list, which may have no tribes.
    private(set) var modules: Set<String> = []

    init(_ entries: Result<[TribeRegistry.Entry], NomadError>, of modules: Set<String> = []) {
      self.entries = entries
      self.modules = modules
    }

    init(_ entry: () throws(NomadError) -> TribeRegistry.Entry) {
      do { entries = .success([try entry()]) } catch { entries = .failure(error) }
    }
  }

  /// Takes a tribe, which is made when its turn has come.
  public static func buildExpression<Listed: ListedTribe>(
    _ tribe: @autoclosure @escaping @Sendable () -> Listed
  ) -> Part {
    Part { () throws(NomadError) in
      try TribeRegistry.Entry(Listed.self) { try await TribeRegistry.ready(tribe()).migrate() }
    }
  }

  /// Takes a tribe's type.
  public static func buildExpression(_ tribe: any ListedTribe.Type) -> Part {
    Part { () throws(NomadError) in try TribeRegistry.Entry(tribe) }
  }

  /// Takes an array of tribes, which is made to see their types, and again when the turn of each has come.
  public static func buildExpression(
    _ tribes: @autoclosure @escaping @Sendable () -> [any ListedTribe]
  ) -> Part {
    joined(
      tribes().map { type(of: $0) as any ListedTribe.Type }.enumerated().map { index, type in
        Part { () throws(NomadError) in
          try TribeRegistry.Entry(type) {
            // An array that depends on what the app does can have changed.
            let tribe = tribes().dropFirst(index).first.flatMap { Swift.type(of: $0) == type ? $0 : nil }
            try await TribeRegistry.ready(tribe ?? type.init()).migrate()
          }
        }
      }
    )
  }

  /// Takes an array of tribes' types.
  @_disfavoredOverload
  public static func buildExpression(_ tribes: [any ListedTribe.Type]) -> Part {
    joined(tribes.map { buildExpression($0) })
  }

  /// Takes what `when` declares.
  public static func buildExpression(_ part: Part) -> Part { part }

  /// Takes the tribes of a registry.
  public static func buildExpression(_ registry: TribeRegistry) -> Part {
    Part(.success(registry.entries), of: registry.modules)
  }

  /// Takes all of several parts.
  public static func buildBlock(_ parts: Part...) -> Part { joined(parts) }

  /// Takes a part of an `if` without `else`, or nothing.
  public static func buildOptional(_ part: Part?) -> Part { part ?? joined([]) }

  /// Takes the first part of an `if` or a `switch`.
  public static func buildEither(first part: Part) -> Part { part }

  /// Takes the second part of an `if` or a `switch`.
  public static func buildEither(second part: Part) -> Part { part }

  /// Takes the parts of a loop.
  public static func buildArray(_ parts: [Part]) -> Part { joined(parts) }

  /// Takes a part of an `if #available`.
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
  /// Makes a registry from tribes, closures and other registries that are listed in code.
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
