import NomadGenCore
import NomadSyntax
package import NomadTargets

/// A JSON value that can print itself.
///
/// The members of an object keep the order in which they are given.
package enum JSON {
  case string(String)
  case number(Int)
  case boolean(Bool)
  /// Another number, or `null`, as JSON spells it.
  case literal(String)
  case array([JSON])
  case object([(String, JSON)])
}

extension JSON {
  /// Returns the document, indented by two spaces per level.
  package func printed(indentation: String = "") -> String {
    let inner = indentation + "  "
    switch self {
    case .string(let text): return JSON.quoted(text)
    case .number(let value): return String(value)
    case .boolean(let value): return String(value)
    case .literal(let text): return text
    case .array(let values) where values.isEmpty: return "[]"
    case .array(let values):
      let lines = values.map { inner + $0.printed(indentation: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map { "\(inner)\(JSON.quoted($0)): \($1.printed(indentation: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    }
  }

  /// Returns a JSON string (RFC 8259, section 7) without any characters that a terminal would interpret.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      // The start of a workflow command, as in `printable`.
      case "[" where result.hasSuffix("##"): result += "\\u005b"
      case _ where !scalar.isPrintable:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension JSON {
  /// Creates the JSON object of a target: its kind and, if it has one, its value.
  package init(_ target: TribeTarget) {
    let value = target.text.map { [("value", JSON.string($0))] } ?? []
    self = .object([("kind", .string(target.kind.rawValue))] + value)
  }
}

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
      case .requires(let names): [("requires", .array(names.map(JSON.string)))]
      case .migrates(let types, _): [("migrates", .array(types.map { .string($0.spelling) }))]
      case .merges(let texts): [("merges", .array(texts.map(JSON.string)))]
      case .unreadable(let member), .otherType(let member):
        [(member.rawValue, .object([("kind", .string("unreadable"))]))]
      case .ineffectivePhase: [("phase", .object([("kind", .string("ineffective"))]))]
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
