import NomadGenCore
import NomadSyntax

/// A printer of findings as GitHub's workflow commands, `::error file=…,line=…,col=…::message`.
enum GitHubReport {
  static func print(_ findings: [Finding]) -> String {
    findings.map { finding in
      let location = finding.location
      let properties = [
        "file=\(escaped(location.file, isProperty: true))",
        "line=\(location.line)",
        "col=\(location.column)",
        "title=\(escaped(finding.code.rawValue, isProperty: true))",
      ]
      // An annotation has one place, so notes about other places name theirs.
      let notes = finding.notes.map { note in
        (note.location == location ? "" : "\(note.location.file):\(note.location.line): ") + note.message
      }
      let message = escaped(([finding.message] + notes).joined(separator: "\n"), isProperty: false)
      let command = finding.severity == .note ? "notice" : finding.severity.rawValue
      return "::\(command) \(properties.joined(separator: ","))::\(message)\n"
    }.joined()
  }

  /// Applies the runner's escapes: `%`, CR and LF everywhere, and also `:` and `,` in properties.
  ///
  /// Other control characters are escaped as in the other reports, because the log shows them, too.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.printable
  }
}
