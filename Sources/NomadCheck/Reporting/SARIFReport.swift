import NomadGenCore
import NomadSyntax

/// A printer of findings as a SARIF 2.1.0 log (OASIS Standard), which code-scanning services read.
enum SARIFReport {
  static func print(_ findings: [Finding]) -> String {
    let rules = Finding.Code.allCases.map { code in
      JSON.object([
        ("id", .string(code.rawValue)), ("shortDescription", message(code.summary)), ("helpUri", .string(code.page)),
      ])
    }
    let driver = JSON.object([("name", .string("nomad-gen")), ("rules", .array(rules))])
    let run = JSON.object([
      ("tool", .object([("driver", driver)])),
      ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(findings.map(result))),
    ])
    let log = JSON.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ])
    return log.printed() + "\n"
  }

  private static func result(_ finding: Finding) -> JSON {
    // Viewers show related locations apart from the message, so notes about the same place are part of it.
    let remarks = finding.notes.filter { $0.location == finding.location }.map(\.message)
    var members = [
      ("ruleId", .string(finding.code.rawValue)),
      ("level", .string(finding.severity.rawValue)),
      ("message", message(([finding.message] + remarks).joined(separator: "\n"))),
      ("locations", .array([.object([("physicalLocation", physicalLocation(finding.location))])])),
      (
        "relatedLocations",
        .array(
          finding.notes.filter { $0.location != finding.location }.map { note in
            .object([
              ("physicalLocation", physicalLocation(note.location)), ("message", message(note.message)),
            ])
          }
        )
      ),
    ]
    // A result without fixes omits the member instead of having an empty one.
    let fixes = finding.fixIts.map { fix($0, at: finding.location) }
    if !fixes.isEmpty { members.append(("fixes", .array(fixes))) }
    return .object(members)
  }

  private static func fix(_ fixIt: Finding.FixIt, at start: Location) -> JSON {
    let replacement = JSON.object([
      ("deletedRegion", region(start, to: fixIt.end)),
      ("insertedContent", message(fixIt.replacement)),
    ])
    let change = JSON.object([
      ("artifactLocation", .object([("uri", .string(uri(start.file)))])),
      ("replacements", .array([replacement])),
    ])
    return .object([("description", message(fixIt.message)), ("artifactChanges", .array([change]))])
  }

  private static func message(_ text: String) -> JSON {
    .object([("text", .string(text))])
  }

  private static func physicalLocation(_ location: Location) -> JSON {
    .object([
      ("artifactLocation", .object([("uri", .string(uri(location.file)))])),
      ("region", region(location)),
    ])
  }

  private static func region(_ start: Location, to end: Location? = nil) -> JSON {
    let members = [("startLine", JSON.number(start.line)), ("startColumn", .number(start.codePointColumn))]
    guard let end else { return .object(members) }
    return .object(members + [("endLine", .number(end.line)), ("endColumn", .number(end.codePointColumn))])
  }

  /// Returns a path as a relative reference, or as a `file` URI if it is absolute (RFC 3986).
  private static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let character = Unicode.Scalar(byte)
      if ByteClass.isIdentifierPart(byte) && character != "$" || "/-.~".unicodeScalars.contains(character) {
        result.unicodeScalars.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
