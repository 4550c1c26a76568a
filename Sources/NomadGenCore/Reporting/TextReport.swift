/// A printer of findings in the format of compilers, so that SwiftPM and Xcode show them at their places.
package enum TextReport {
  package static func print(_ findings: [Finding]) -> String {
    findings.map { finding in
      let first = line(finding.location, finding.severity.rawValue, finding.message)
      let notes = finding.notes.map { line($0.location, "note", $0.message) + "\n" }
      return "\(first) [\(finding.code.rawValue)]\n" + notes.joined()
    }.joined()
  }

  private static func line(_ location: Location, _ kind: String, _ message: String) -> String {
    let line = oneLine("\(location.file):\(location.line):\(location.column): \(kind): \(message)").printable
    // A CI service takes a line that starts with "::" for a command.
    return line.hasPrefix("::") ? "./" + line : line
  }

  /// Joins the lines of a message, because a finding is one line even if a target or a file's name has several.
  private static func oneLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
