/// The comments in the files of a case that state its settings and its expectations.
///
/// Each is a comment of one line that starts with one of these words.
///
/// ```
/// // module: Name             the module's name; the default is `App`
/// // flags: -swift-version 5  flags of this module; the default is Swift 6 mode
/// // builds: | -D A           the builds of the case, by their flags; the default is one build without flags
/// // expect: code 5:7         a finding of the generator in this file; a case lists all of its findings
/// // no tribes                the module has no tribes, and the compiler sees none either
/// // left out: A, B           tribes that no build may name, because they are unavailable or obsoleted
/// // ignored: A               tribes that `nomad:ignore` excludes
/// // macro-made: A            tribes that a macro makes, which the compiler sees and the generator does not
/// // does not compile         the compiler rejects the sources; only the findings are checked
/// // known: a sentence        the defect that makes the generator and the compiler disagree
/// ```
struct CorpusComments {
  private(set) var module: String?
  private(set) var flags = ["-swift-version", "6"]
  private(set) var builds: [[String]] = [[]]
  private(set) var findings: [String] = []
  private(set) var hasNoTribes = false
  private(set) var leftOut: [String] = []
  private(set) var ignored: [String] = []
  private(set) var macroMade: [String] = []
  private(set) var doesNotCompile = false
  private(set) var known: String?

  /// An error for a comment that looks like one of these, but is not.
  struct Unknown: Error {
    var line: String
  }

  init(_ sources: [String: String]) throws {
    for (file, text) in sources.sorted(by: { $0.key < $1.key }) {
      for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("// ") {
        let parts = line.dropFirst(3).split(separator: ":", maxSplits: 1)
        let value = parts.count > 1 ? parts[1].trimmingPrefix(while: { $0 == " " }) : ""
        try read(String(parts[0]), String(value), file: file)
      }
    }
  }

  private mutating func read(_ word: String, _ value: String, file: String) throws {
    let list = value.split(separator: ",").map { String($0.trimmingPrefix(while: { $0 == " " })) }
    switch word {
    case "module": module = value
    case "flags": flags = (value.contains("-swift-version") ? [] : flags) + words(value)
    case "builds": builds = value.split(separator: "|", omittingEmptySubsequences: false).map { words($0) }
    case "expect":
      let parts = words(value)
      findings.append("\(file):\(parts.count > 1 ? parts[1] : "?") \(parts.first ?? "")")
    case "no tribes": hasNoTribes = true
    case "left out": leftOut += list
    case "ignored": ignored += list
    case "macro-made": macroMade += list
    case "does not compile": doesNotCompile = true
    case "known": known = value
    case "nomad", "swift-format-ignore-file": break
    // A comment that is a sentence is not one of these.
    default: if !value.isEmpty || word.first?.isLowercase == true { throw Unknown(line: "\(file): \(word)") }
    }
  }

  private func words(_ text: some StringProtocol) -> [String] { String(text).split(separator: " ").map(String.init) }
}
