import NomadTargets

/// The order in which the tribes of a module migrate.
enum MigrationOrder {
  /// Sorts tribes by their targets, then by name, then by place.
  ///
  /// Tribes without a legal target come last; they are findings, and only reports show them.
  static func sorted(_ tribes: [Tribe]) -> [Tribe] {
    tribes.sorted { lhs, rhs in
      switch (lhs.order, rhs.order) {
      case (let left?, let right?) where left != right: return left < right
      case (_?, nil): return true
      case (nil, _?): return false
      default: break
      }
      if lhs.name != rhs.name { return lhs.name.utf8.lexicographicallyPrecedes(rhs.name.utf8) }
      return lhs.targetLocation < rhs.targetLocation
    }
  }
}
