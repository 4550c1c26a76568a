/// Two upgrade paths end in different states.
public struct UpgradeMismatch: Error, Hashable, CustomStringConvertible {
  /// The versions from which the two paths start.
  public let versions: [String]

  /// The first lines that differ when the states are dumped; nil for the one that has no more lines.
  public let lines: [String?]

  init<State>(from versions: [String], _ one: State, _ other: State) {
    self.versions = versions
    let dumps = [one, other].map { state in
      var text = ""
      dump(state, to: &text)
      return text.split(separator: "\n").map(String.init)
    }
    let count = dumps.map(\.count).max() ?? 0
    let index = (0..<count).first { index in
      dumps[0].dropFirst(index).first != dumps[1].dropFirst(index).first
    }
    lines = dumps.map { dump in index.flatMap { dump.dropFirst($0).first }?.trimmed }
  }

  /// What differs, from where.
  public var description: String {
    guard lines != [nil, nil] else {
      return "the upgrades from \(versions.joined(separator: " and ")) end in states that differ, and look the same"
    }
    return "the upgrades do not end in the same state: "
      + zip(versions, lines).map { "from \($0) it has \($1 ?? "nothing more")" }.joined(separator: ", ")
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " })
  }
}
