/// The declarations, aliases and imports that one side sees in a file, one entry each.
struct SourceView {
  /// The stored members in one body, each as a line.
  struct Members {
    var properties: [String] = []
    var cases: [String] = []
    /// The methods that code, each with the offsets of its body.
    var coders: [String] = []

    /// The number of members.
    var count: Int { properties.count + cases.count + coders.count }

    /// The members as fields of an entry.
    var fields: [String] { [properties, cases, coders].map { $0.joined(separator: "; ") } }
  }

  /// One item in a view, as fields that have to be equal one by one; nil for a field that this side cannot determine.
  struct Entry: CustomStringConvertible {
    var fields: [String?]
    /// The last components of the type names in the inheritance clause.
    var conformances: Set<String> = []
    /// The number of stored members in the body.
    var members = 0

    /// Returns whether another side sees the same, in the fields that both can determine.
    func agrees(with other: Entry) -> Bool {
      fields.count == other.fields.count && zip(fields, other.fields).allSatisfy { $0 == nil || $0 == $1 }
    }

    var description: String { fields.map { $0 ?? "?" }.joined(separator: " | ") }
  }

  var declarations: [Entry] = []
  var aliases: [Entry] = []
  var imports: [Entry] = []

  /// Returns the differences of another view, a few lines of each kind; empty if both agree.
  func differences(from other: SourceView) -> [String] {
    [(declarations, other.declarations), (aliases, other.aliases), (imports, other.imports)].flatMap { mine, theirs in
      var differences = zip(mine, theirs).filter { !$0.agrees(with: $1) }.prefix(2)
        .flatMap { ["expected \($0)", "scanned  \($1)"] }
      differences += mine.dropFirst(theirs.count).prefix(2).map { "missed   \($0)" }
      differences += theirs.dropFirst(mine.count).prefix(2).map { "invented \($0)" }
      return differences
    }
  }

  /// Returns the places of the types and extensions that declare a conformance to a protocol.
  func conformers(to name: String) -> Set<String> {
    Set(declarations.filter { $0.conformances.contains(name) }.compactMap { $0.fields[0] })
  }
}
