public import Nomad

/// A value that declares a tribe in a list, such as `DatabaseMigration` of NomadGRDB, for a module whose tribes are of
/// a kind of its own.
public protocol DeclaredTribe: Sendable {
  /// The kind of the one transaction that contains everything that the tribe changes: see `Tribe.transactionKind`.
  var transactionKind: String? { get }

  /// The database of the tribe: see `Tribe._database`.
  var _database: _TribeDatabase? { get }
}

extension DeclaredTribe {
  /// None.
  public var _database: _TribeDatabase? { nil }
}

extension Nomad {
  /// Declares a tribe in code, which runs when the app reaches a version.
  ///
  /// ```swift
  /// let registry = try TribeRegistry {
  ///   Nomad.migration("1.1") { try await moveNotes() }
  ///   Nomad.migration("1.1-1") { try await nameNotes() }
  /// }
  /// ```
  ///
  /// The tribe takes its place in the same order and the same ledger as every other tribe.
  ///
  /// - Parameters:
  ///   - version: A version that `.dotted` accepts, such as `1.1` or the sub-migration `1.1-1`, or that `.literal`
  ///     accepts, such as `2.0.0-beta.1`. A text that is a sub-migration as `.dotted` and a pre-release as `.literal`,
  ///     such as `1.1.0-1`, is an error.
  ///   - name: The name of the tribe in messages; the version by default.
  ///   - merges: The versions and once-ids of the tribes that this one replaces: see `Tribe.merges`.
  ///   - file: The file of the call. The tribe belongs to its module.
  ///   - declaration: The value that declares the tribe; nil if this call does.
  ///   - migrate: The closure that migrates.
  /// - Returns: The tribe, for ``TribeRegistryBuilder``.
  public static func migration(
    _ version: String,
    named name: String? = nil,
    merging merges: [String] = [],
    in file: String = #fileID,
    declaredBy declaration: (any DeclaredTribe)? = nil,
    run migrate: @escaping @Sendable () async throws -> Void
  ) -> TribeRegistryBuilder.Component {
    let (literal, dotted) = (TribeTarget.literal(version), TribeTarget.dotted(version))
    let (position, other) = (try? literal.position(), try? dotted.position())
    if let position, let other, other != position {
      return TribeRegistryBuilder.Component { () throws(NomadError) in
        throw .ambiguousVersion(version, of: name ?? "a tribe")
      }
    }
    return migration(
      position == nil ? dotted : literal,
      named: name ?? version,
      merging: merges,
      in: file,
      declaredBy: declaration,
      run: migrate
    )
  }

  /// Declares a tribe in code, with any target.
  ///
  /// - Parameters:
  ///   - target: The place of the tribe in the order.
  ///   - name: The name of the tribe in messages; the text of the target by default. Several `.first` tribes, or
  ///     several `.always` tribes, need different names, because nothing else distinguishes them.
  ///   - merges: The versions and once-ids of the tribes that this one replaces: see `Tribe.merges`.
  ///   - source: The source of a `.whenChanged` tribe, such as its SQL or a number that you increase: the tribe runs
  ///     again when this text differs from that of its last finish. Without one, such a tribe is an error. It has no
  ///     meaning for other targets.
  ///   - file: The file of the call. The tribe belongs to its module.
  ///   - declaration: The value that declares the tribe; nil if this call does.
  ///   - migrate: The closure that migrates.
  /// - Returns: The tribe, for ``TribeRegistryBuilder``.
  public static func migration(
    _ target: TribeTarget,
    named name: String? = nil,
    merging merges: [String] = [],
    source: String? = nil,
    in file: String = #fileID,
    declaredBy declaration: (any DeclaredTribe)? = nil,
    run migrate: @escaping @Sendable () async throws -> Void
  ) -> TribeRegistryBuilder.Component {
    TribeRegistryBuilder.Component { () throws(NomadError) in
      let name = name ?? "\(target)"
      let module = String(file.prefix { $0 != "/" })
      let position: TribeTarget.Position
      do throws(TargetError) { position = try target.position() } catch { throw .illegalTarget(of: name, error) }
      if position.isDerived, source == nil { throw .sourceUnknown(of: name, target) }
      var traits = TribeRegistry.Entry.Traits(source: position.isDerived ? source : nil)
      try traits.merge(merges, in: name)
      if let declaration {
        (traits.transactionKind, traits.database) = (declaration.transactionKind, declaration._database)
        traits.make = { declaration }
      }
      return TribeRegistry.Entry(
        name: name,
        module: module,
        type: declaration.map { type(of: $0) },
        target: target,
        position: position,
        traits: traits,
        migrate: migrate
      )
    }
  }
}

extension NomadError {
  /// The error for a version that means different things as a `.literal` and as a `.dotted`.
  fileprivate static func ambiguousVersion(_ text: String, of tribe: String) -> NomadError {
    NomadError(
      .illegalTarget,
      "The target of \(tribe) is not clear: \(text.debugDescription) is a pre-release as .literal, and a sub-migration "
        + "as .dotted.",
      advice:
        "Write Nomad.migration(.dotted(\(text.debugDescription))) or Nomad.migration(.literal(\(text.debugDescription))) instead."
    )
  }
}
