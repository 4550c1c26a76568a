#if Nomadctl
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSyntax

  /// A comparison of the tribes that the compiler sees in a module with the tribes that the generator finds.
  struct Verification {
    /// A registered tribe in a branch of an `#if` that this build does not take.
    struct Absent: Hashable {
      let name: String
      let conditions: [String]
    }

    let module: String
    /// Whether the module uses the plugin and therefore has a registry; false if it has only tribes.
    var usesPlugin = true
    private(set) var findings: [VerifyFinding] = []
    /// The number of tribes that both see.
    private(set) var agreed = 0
    /// The tribes among those whose target the compiler cannot tell, for example because a constant names it.
    private(set) var untold: [String] = []
    private(set) var absent: [Absent] = []
    /// The tribes that the compiler sees and `nomad:ignore` excludes.
    private(set) var ignored: [String] = []

    /// Compares the tribes of a module.
    ///
    /// - Parameters:
    ///   - module: The module's name.
    ///   - registered: The tribes that the generator finds.
    ///   - ignoredNames: The qualified names that `nomad:ignore` excludes.
    ///   - compiled: The tribes that the compiler sees in one build.
    init(of module: String, registered: [TribeSummary], ignoring ignoredNames: [String], compiled: [CompilerTribe]) {
      self.module = module
      var rest = registered
      var unmatched: [CompilerTribe] = []
      // Match by location first: another type may have the same name elsewhere.
      for tribe in compiled where !take(tribe, among: &rest, where: { Self.isSamePlace($0, tribe) }) {
        unmatched.append(tribe)
      }
      for tribe in unmatched {
        if ignoredNames.contains(where: { tribe.name == $0 || tribe.name.hasPrefix($0 + ".") }) {
          ignored.append(tribe.name)
        } else if !take(tribe, among: &rest, where: { $0.name == tribe.name }) {
          unseen(tribe)
        }
      }
      for tribe in rest {
        if tribe.conditions.isEmpty {
          imagined(tribe)
        } else if !absent.contains(where: { $0.name == tribe.name && $0.conditions == tribe.conditions }) {
          absent.append(Absent(name: tribe.name, conditions: tribe.conditions))
        }
      }
    }

    /// Whether a registered tribe and a compiled type are declared in the same place.
    ///
    /// Only the last components of the names must agree, because a local type's name does not show where it is
    /// declared.
    private static func isSamePlace(_ tribe: TribeSummary, _ other: CompilerTribe) -> Bool {
      guard other.isPlaceOfType, other.file == tribe.location.file, other.line == tribe.location.line else {
        return false
      }
      return tribe.name.split(separator: ".").last == other.name.split(separator: ".").last
    }

    /// Removes the registered tribes that match a type: several if its target differs in branches of an `#if`.
    ///
    /// - Returns: Whether any tribe matches.
    private mutating func take(
      _ tribe: CompilerTribe,
      among rest: inout [TribeSummary],
      where isSame: (TribeSummary) -> Bool
    ) -> Bool {
      var same = rest.filter(isSame)
      // Two types with the same last name can be on one line.
      if same.contains(where: { $0.name == tribe.name }) { same = same.filter { $0.name == tribe.name } }
      // A type declared in several branches has a location in each. If this one is at none of them, take the first.
      guard let first = same.first else { return false }
      same = same.filter { $0.location == first.location }
      rest.removeAll(where: same.contains)
      agreed += 1
      compare(tribe, with: same)
      return true
    }

    private mutating func compare(_ tribe: CompilerTribe, with same: [TribeSummary]) {
      let targets = same.compactMap(\.target)
      // The generated file declares the type of a tribe in an SQL file.
      let isSQL = SQLFiles.isSQL(same[0].location.file)
      if tribe.isPlaceOfType, !isSQL, let file = tribe.file, !same.contains(where: { Self.isSamePlace($0, tribe) }) {
        let place = "\(file):\(tribe.line.map(String.init) ?? "?")"
        add(
          .differentPlace,
          same[0],
          "the registry has '\(tribe.name)' from here, but the compiler has it at \(place)"
        )
      }
      guard let target = tribe.target else {
        untold.append(tribe.name)
        return
      }
      // If the generator cannot read a target, it has already reported that.
      guard !targets.isEmpty, !targets.contains(target) else {
        absent += same.filter { $0.target != nil && $0.target != target && !$0.conditions.isEmpty }
          .map { Absent(name: $0.name, conditions: $0.conditions) }
        return
      }
      let list = targets.map(\.description).joined(separator: " or ")
      add(
        .differentTarget,
        same[0],
        "the registry has '\(tribe.name)' with the target \(list), but to the compiler the target is \(target)"
      )
    }

    // MARK: Findings

    private mutating func unseen(_ tribe: CompilerTribe) {
      let ways = tribe.ways.isEmpty ? [] : ["it also conforms to \(tribe.ways.joined(separator: ", "))"]
      findings.append(
        VerifyFinding(
          code: .unseenTribe,
          module: module,
          name: tribe.name,
          file: tribe.file ?? module,
          line: tribe.line,
          column: nil,
          message: "'\(tribe.name)' is a tribe to the compiler, but the registry does not have it, so it never runs",
          notes: ways + ["write 'Tribe' and a target where the type is declared, or '// nomad:ignore' above it"]
        )
      )
    }

    private mutating func imagined(_ tribe: TribeSummary) {
      add(
        .imaginedTribe,
        tribe,
        "the registry has '\(tribe.name)', but to the compiler it does not conform to Nomad's Tribe",
        notes: ["write 'Nomad.Tribe' if it is meant to conform, or '// nomad:ignore' above it"]
      )
    }

    private mutating func add(
      _ code: VerifyFinding.Code,
      _ tribe: TribeSummary,
      _ message: String,
      notes: [String] = []
    ) {
      findings.append(
        VerifyFinding(
          code: code,
          module: module,
          name: tribe.name,
          file: tribe.location.file,
          line: tribe.location.line,
          column: tribe.location.column,
          message: message,
          notes: notes
        )
      )
    }
  }
#endif
