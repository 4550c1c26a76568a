/// Prints findings the way compilers do, so that SwiftPM and Xcode show them in place.
package enum TextReport {
  package static func print(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { diagnostic in
      let finding = line(diagnostic.location, diagnostic.severity.rawValue, diagnostic.message)
      let notes = diagnostic.notes.map { line($0.location, "note", $0.message) + "\n" }
      return "\(finding) [\(diagnostic.code.rawValue)]\n" + notes.joined()
    }.joined()
  }

  private static func line(_ location: Location, _ kind: String, _ message: String) -> String {
    let line = oneLine("\(location.file):\(location.line):\(location.column): \(kind): \(message)").printable
    // A CI service takes a line that starts so for a command.
    return line.hasPrefix("::") ? "./" + line : line
  }

  /// A finding is one line, whatever a target's text or a file's name holds.
  private static func oneLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
