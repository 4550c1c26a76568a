extension TribeVersion {
  /// Parses a version as Nomad 0.9 did, with mxcl/Version 2: three numbers, a pre-release from the first hyphen to the
  /// first plus sign without its empty identifiers, and anything after that.
  ///
  /// Numbers alone are accepted too. Nomad 0.9 could not compare them, but stored them for a tribe packed alone.
  init?(nomad09 text: String) {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let rest = text[core.endIndex...]
    let components = core.split(separator: ".", omittingEmptySubsequences: false).map { Numeral(digits: $0) }
    guard !components.contains(nil), components.count == 3 || rest.isEmpty else { return nil }
    let texts = rest.first == "-" ? rest.dropFirst().prefix { $0 != "+" }.split(separator: ".") : []
    let prerelease = texts.map { PrereleaseIdentifier(nomad09: $0) }
    guard !prerelease.contains(nil) else { return nil }
    self.init(components.compactMap(\.self), prerelease: prerelease.compactMap(\.self))
  }

  /// Parses the version at the start of a text that Collector stored.
  init?(collector text: String) {
    let version = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }
    let parts = version.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let written = parts.first?.split(separator: ".", omittingEmptySubsequences: false) else { return nil }
    let components = written.prefix { !$0.isEmpty }.compactMap { Numeral(digits: $0) }
    guard !components.isEmpty else { return nil }
    let hasSubMigration = parts.count == 2 && components.count > 1 && components.count == written.count
    self.init(
      components,
      subMigration: hasSubMigration ? Numeral(digits: parts[1].prefix { $0 != "." && $0 != "-" }) : nil
    )
  }
}

extension PrereleaseIdentifier {
  /// Parses an identifier as Nomad 0.9 did: what `Int` accepts was compared as a number, everything else as text.
  fileprivate init?(nomad09 text: Substring) {
    if let number = Int(text) {
      // In Semantic Versioning, "-1" is a text and above every number, so its place in the order would change.
      guard text.first != "-" else { return nil }
      self.init(String(number))
    } else {
      self.init(kept: text)
    }
  }
}
