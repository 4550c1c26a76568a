// The declarations that the cookbook's recipes for Apple's systems use and do not show. `.ci/run darwin` type-checks
// the recipes with the stand-ins beside this folder.

import Nomad
import SwiftData

extension TribeRegistry {
  static let generated = TribeRegistry(_module: "Cookbook") { _ in }
}

/// On Apple's systems, the macro `@Model` makes a class like this.
final class Trip: PersistentModel {}

enum TripMigrations: SchemaMigrationPlan {}
