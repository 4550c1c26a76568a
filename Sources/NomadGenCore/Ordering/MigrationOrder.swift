import NomadTargets

/// The order in which the tribes of a module migrate.
package enum MigrationOrder {
  /// Returns tribes in the order of the registry, and tribes that share a place in the order of their declarations.
  ///
  /// Tribes without a legal target come last; only reports show them.
  package static func sorted(_ tribes: [Tribe]) -> [Tribe] {
    tribes.map { ($0, place(of: $0)) }
      .sorted { lhs, rhs in
        let isLegal = (lhs.0.order != nil, rhs.0.order != nil)
        if isLegal.0 != isLegal.1 { return isLegal.0 }
        return lhs.1 == rhs.1 ? lhs.0.targetLocation < rhs.0.targetLocation : lhs.1 < rhs.1
      }
      .map(\.0)
  }

  private static func place(of tribe: Tribe) -> TribeSortKey {
    TribeSortKey(position: tribe.order ?? .always, name: tribe.name, module: tribe.module)
  }
}
