import Testing

@testable import NomadGenCore

/// Records an issue for each finding that does not have the form of a finding.
///
/// The message states the fact in at most 25 words, because Xcode shows nothing else. The notes tell more, the last one
/// the remedy.
func expectForm(of findings: [Finding]) {
  for finding in findings {
    let texts = [finding.message] + finding.notes.map(\.message)
    // A name or a text of the user's counts as one word.
    let words = finding.message.replacing(/'[^']*'|"(\\.|[^"\\])*"/, with: "x").split(separator: " ")
    #expect(words.count <= 25 && !finding.message.contains("; "), "\(finding.message)")
    #expect(finding.notes.last?.location == finding.location, "\(finding.message)")
    for text in texts {
      let isSentence = text.contains(" ") && text.last != "." && text.first?.isUppercase != true
      #expect(isSentence && !text.contains(/\b(whoever|is no|stands|nobody|anew)\b/), "\(text)")
    }
  }
}
