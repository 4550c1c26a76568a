import Testing

@testable import NomadGenCore

/// Records an issue for each finding that does not follow the rules for findings.
///
/// The message states the fact in at most 25 words, because Xcode shows nothing else. The notes give details, and the
/// last note gives the remedy.
func expectForm(of findings: [Finding]) {
  for finding in findings {
    let texts = [finding.message] + finding.notes.map(\.message)
    // A name or a string from the user's source counts as one word.
    let words = finding.message.replacing(/'[^']*'|"(\\.|[^"\\])*"/, with: "x").split(separator: " ")
    #expect(words.count <= 25 && !finding.message.contains("; "), "\(finding.message)")
    #expect(finding.notes.last?.location == finding.location, "\(finding.message)")
    for text in texts {
      let isSentence = text.contains(" ") && text.last != "." && text.first?.isUppercase != true
      #expect(isSentence && !text.contains(/\b(whoever|is no|stands|nobody|anew)\b/), "\(text)")
    }
  }
}
