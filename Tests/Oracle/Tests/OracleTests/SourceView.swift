/// What one side sees in a file: its declarations, aliases and imports, an entry each.
struct SourceView {
  /// One thing seen, as fields that have to agree one by one; nil where this side cannot say.
  struct Entry: CustomStringConvertible {
    var fields: [String?]
    /// The last names of the types in the inheritance clause.
    var conformances: Set<String> = []

    /// Whether another side sees the same, as far as this one can say.
    func agrees(with other: Entry) -> Bool {
      fields.count == other.fields.count && zip(fields, other.fields).allSatisfy { $0 == nil || $0 == $1 }
    }

    var description: String { fields.map { $0 ?? "?" }.joined(separator: " | ") }
  }

  var declarations: [Entry] = []
  var aliases: [Entry] = []
  var imports: [Entry] = []

  /// What another side sees differently, a few lines of each kind; empty if both agree.
  func differences(from other: SourceView) -> [String] {
    [(declarations, other.declarations), (aliases, other.aliases), (imports, other.imports)].flatMap { mine, theirs in
      var differences = zip(mine, theirs).filter { !$0.agrees(with: $1) }.prefix(2)
        .flatMap { ["expected \($0)", "scanned  \($1)"] }
      differences += mine.dropFirst(theirs.count).prefix(2).map { "missed   \($0)" }
      differences += theirs.dropFirst(mine.count).prefix(2).map { "invented \($0)" }
      return differences
    }
  }

  /// The places of the types and extensions that say that they conform to a protocol.
  func conformers(to name: String) -> Set<String> {
    Set(declarations.filter { $0.conformances.contains(name) }.compactMap { $0.fields[0] })
  }
}
