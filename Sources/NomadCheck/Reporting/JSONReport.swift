import NomadGenCore
import NomadSyntax
import NomadTargets

/// A printer of tribes and findings as a JSON document for other programs.
///
/// Those programs know findings as `diagnostics` and dependencies as `needs`.
enum JSONReport {
  static func print(_ tribes: [Tribe], _ findings: [Finding]) -> String {
    let document = JSON.object([
      ("version", .number(1)),
      ("tribes", .array(tribes.map(json))),
      ("diagnostics", .array(findings.map(json))),
    ])
    return document.printed() + "\n"
  }

  private static func json(_ tribe: Tribe) -> JSON {
    var fields: [(String, JSON)] = [
      ("name", .string(tribe.name)),
      ("module", .string(tribe.module)),
      ("target", json(tribe.target)),
    ]
    fields += place(tribe.location)
    fields += [
      ("access", .string(tribe.access.rawValue)),
      ("conditions", .array(tribe.conditions.map { .string($0.text) })),
      ("availability", .array(tribe.availability.map { .string($0.description) })),
    ]
    if !tribe.traits.isEmpty { fields.append(("traits", .array(tribe.traits.map(json)))) }
    if !tribe.dependencies.isEmpty { fields.append(("needs", .array(tribe.dependencies.map(json)))) }
    return .object(fields)
  }

  /// Returns a trait as an object with its name, its value if it has one, and its conditions.
  private static func json(_ trait: TribeTrait) -> JSON {
    let fields: [(String, JSON)] =
      switch trait.value {
      case .contract: [("phase", .string("contract"))]
      case .deferred: [("urgency", .string("deferred"))]
      case .readableSince(let version): [("readableSince", .string(version))]
      case .requires(_, let names): [("requires", .array(names.map(JSON.string)))]
      case .unreadable(let member): [(member.rawValue, .object([("kind", .string("unreadable"))]))]
      }
    return .object(fields + [("conditions", .array(trait.conditions.map { .string($0.text) }))])
  }

  /// Returns a property that a tribe depends on; without a type if the registry cannot write that type.
  private static func json(_ dependency: Dependency) -> JSON {
    var fields = [("property", JSON.string(dependency.property))]
    if case .written(let type) = dependency.type { fields.append(("type", .string(type))) }
    return .object(fields)
  }

  /// Returns a target.
  ///
  /// A target that the build cannot read, or that is missing, has the kind `unreadable` or `missing`, and no value.
  private static func json(_ target: Tribe.Target) -> JSON {
    switch target {
    case .legal(let target, _), .illegal(let target, _): JSON(target)
    case .unreadable: .object([("kind", .string("unreadable"))])
    case .missing: .object([("kind", .string("missing"))])
    }
  }

  private static func json(_ finding: Finding) -> JSON {
    .object(
      [
        ("severity", .string(finding.severity.rawValue)), ("code", .string(finding.code.rawValue)),
        ("message", .string(finding.message)),
      ] + place(finding.location) + [
        ("notes", .array(finding.notes.map { .object([("message", .string($0.message))] + place($0.location)) })),
        ("fixIts", .array(finding.fixIts.map(json))),
      ]
    )
  }

  private static func json(_ fixIt: Finding.FixIt) -> JSON {
    .object([
      ("message", .string(fixIt.message)), ("replacement", .string(fixIt.replacement)),
      ("endLine", .number(fixIt.end.line)), ("endColumn", .number(fixIt.end.column)),
    ])
  }

  private static func place(_ location: Location) -> [(String, JSON)] {
    [("file", .string(location.file)), ("line", .number(location.line)), ("column", .number(location.column))]
  }
}
