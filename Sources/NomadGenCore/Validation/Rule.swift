/// A rule that a module's tribes have to keep.
protocol Rule {
  /// All findings of this rule among a module's tribes, in any order.
  static func check(_ tribes: [Tribe]) -> [Diagnostic]
}

extension [Diagnostic] {
  /// The first of a rule's findings at each place.
  ///
  /// What a protocol or a class gives several tribes is written once, and so is a type with several targets.
  var oncePerPlace: [Diagnostic] {
    var seen: Set<Location> = []
    return filter { seen.insert($0.location).inserted }
  }
}

/// The rules, each of which is checked in every run: a run reports all findings, never only the first.
package enum Rules {
  static var all: [any Rule.Type] {
    [
      IllegalTarget.self, UnreadableTarget.self, MissingTarget.self, DuplicateTarget.self, UnreachableTribe.self,
      UncreatableTribe.self, UnreadableDependency.self, UnreadableMember.self, RequiredTribe.self,
    ]
  }

  /// The findings of all rules, by place.
  static func check(_ tribes: [Tribe], _ finder: TribeFinder) -> [Diagnostic] {
    let table = finder.table
    let directives = table.files.filter { $0.module == table.home }.flatMap(\.ineffectiveDirectives)
    return sorted(
      all.flatMap { $0.check(tribes) } + SuspectedTribe.check(finder.suspects())
        + MisplacedDependency.check(finder.strayNeeds()) + MistakenDirective.check(directives)
    )
  }

  /// Findings by place.
  package static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.sorted { ($0.location, $0.code.rawValue, $0.message) < ($1.location, $1.code.rawValue, $1.message) }
  }
}
