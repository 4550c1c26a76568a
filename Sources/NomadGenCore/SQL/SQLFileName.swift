import NomadSyntax
package import NomadTargets

/// The target in the name of an SQL file, and the name of its tribe.
///
/// The name is a version and words, such as `2.1.0-add-tags.sql`, or a kind and an id or words, such as
/// `once-2026-11-move-token.sql`.
package struct SQLFileName {
  /// The name, with its extension.
  package let name: String
  package let target: TribeTarget
  /// The name of the tribe's type, which no other legal name has, apart from hyphens in words and ids.
  package let typeName: String

  /// A reason why a name is illegal, and the remedy.
  package struct Problem: Error, Equatable {
    package var reason: String
    package var remedy: String
  }

  /// Reads the name of a file.
  ///
  /// - Parameter name: The name, with its extension.
  /// - Throws: The problem, if the name is illegal.
  package init(_ name: some StringProtocol) throws(Problem) {
    guard name.hasSuffix(".sql") else {
      throw Problem(reason: "its extension is not '.sql'", remedy: "write the extension '.sql' in lower case")
    }
    let stem = String(name.dropLast(4))
    let isVersion = stem.utf8.first.map(ByteClass.isDigit) == true
    self.name = String(name)
    (target, typeName) = isVersion ? try Self.version(stem) : try Self.kind(stem)
  }

  /// Reads a version and words: `2.1.0-add-tags`, or `2.1.0-beta.1+add-tags` if the version has a hyphen.
  private static func version(_ stem: String) throws(Problem) -> (TribeTarget, typeName: String) {
    let end = stem.firstIndex(of: "+") ?? stem.firstIndex(of: "-") ?? stem.endIndex
    let (version, words) = (String(stem[..<end]), stem[end...].dropFirst())
    let hasPlus = end < stem.endIndex && stem[end] == "+"
    if end < stem.endIndex {
      guard areWords(words) else {
        throw Problem(
          reason: "'\(words)' is not a description of letters, digits, '-' and '_' that starts with a letter",
          remedy: hasPlus
            ? "write a description, as in '2.1.0-add-tags.sql'"
            : "write a description; if the version has a hyphen, write '+' after it, as in '2.1.0-beta.1+add-tags.sql'"
        )
      }
      let first = words.prefix { $0.isLetter }.lowercased()
      if !hasPlus, ["alpha", "beta", "rc", "pre", "preview", "dev", "snapshot"].contains(first) {
        throw Problem(
          reason: "'\(words)' may be a pre-release or a description",
          remedy: "write '+' after the version: '\(version)-\(first).1+add-tags.sql' or '\(version)+\(words).sql'"
        )
      }
    }
    let number = version.map { $0 == "." ? "_" : $0 == "-" ? "__" : String($0) }.joined()
    return (try target(version), "SQL_\(number)" + (words.isEmpty ? "" : "_" + identifier(words)))
  }

  private static func target(_ version: String) throws(Problem) -> TribeTarget {
    let targets = [TribeTarget.literal(version), .dotted(version)]
    let legal = targets.filter { (try? $0.position()) != nil }
    guard let target = legal.first else {
      do {
        _ = try targets[0].position()
      } catch {
        let meant = targets[0].probablyMeant?.text.map { "such as '\($0)'" } ?? "such as '2.1.0'"
        throw Problem(reason: "'\(version)' is not a version: \(error.reason)", remedy: "write a version, \(meant)")
      }
      throw Problem(reason: "'\(version)' is not a version", remedy: "write a version, such as '2.1.0'")
    }
    if legal.count == 2, (try? legal[0].position()) != (try? legal[1].position()) {
      let components = version.prefix { $0 != "-" }
      throw Problem(
        reason: "'\(version)' may be a pre-release or a sub-migration",
        remedy: "write '\(components).0\(version.dropFirst(components.count))' for a sub-migration"
      )
    }
    return target
  }

  /// Reads a kind, and its id or a description: `once-2026-11-move-token`, `always-clean-up`.
  private static func kind(_ stem: String) throws(Problem) -> (TribeTarget, typeName: String) {
    let prefix = stem.prefix { $0 != "-" }
    let rest = stem.dropFirst(prefix.count + 1)
    let kinds = TribeTarget.Kind.allCases.filter { $0 != .literal && $0 != .dotted }
    guard let kind = kinds.first(where: { $0.rawValue == prefix }) else {
      let names = kinds.map { "'\($0.rawValue)-'" }.joined(separator: ", ")
      throw Problem(
        reason: "it starts with neither a version nor one of \(names)",
        remedy: "start it with a version, as in '2.1.0-\(stem.isEmpty ? "add-tags" : stem).sql'"
      )
    }
    let isLegal =
      kind.hasText
      ? !rest.isEmpty && rest.utf8.allSatisfy { isWordPart($0) || $0 == UInt8(ascii: ".") } : areWords(rest)
    guard isLegal else {
      throw Problem(
        reason: "'\(rest)' is not \(kind.hasText ? "an id" : "a description") of letters, digits, '-' and '_'",
        remedy: "rename it, as in '\(prefix)-\(kind.hasText ? "2026-11-move-token" : "clean-up").sql'"
      )
    }
    return (TribeTarget(kind, String(rest)), "SQL_\(prefix)_" + identifier(rest))
  }

  /// Whether a text is a description: ASCII letters, digits, hyphens and underscores that start with a letter.
  private static func areWords(_ text: Substring) -> Bool {
    text.utf8.first.map(SQLScript.isLetter) == true && text.utf8.allSatisfy(isWordPart)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    SQLScript.isLetter(byte) || ByteClass.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func identifier(_ text: Substring) -> String {
    String(text.map { $0 == "-" || $0 == "." ? "_" : $0 })
  }
}
