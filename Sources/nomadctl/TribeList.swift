import NomadCheck
import NomadGenCore
import NomadSyntax
import NomadTargets

/// A printer of tribes in migration order, one line each, in columns.
enum TribeList {
  /// Returns the tribes of some modules as one list.
  ///
  /// - Parameter package: The checked modules.
  /// - Returns: The lines, each with a newline at its end. If there are no tribes, a sentence about that.
  static func print(_ package: CheckedPackage) -> String {
    let tribes = package.tribes
    guard !tribes.isEmpty else { return "There are no tribes here.\n" }
    let rows = tribes.map { tribe in
      [
        target(tribe),
        "\(tribe.module).\(tribe.name)",
        "\(tribe.location.file):\(tribe.location.line)",
        remarks(tribe),
      ].map(\.printable)
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      let rest = row[3].isEmpty ? row[2] : cells[2] + "  " + row[3]
      return cells[0] + "  " + cells[1] + "  " + rest + "\n"
    }.joined()
  }

  private static func target(_ tribe: Tribe) -> String {
    switch tribe.target {
    case .legal(let target, _), .illegal(let target, _): target.description
    case .unreadable: "(unreadable)"
    case .missing: "(missing)"
    }
  }

  /// Returns the traits and the conditions of a tribe, also in a build without the trait that has `TribeSummary`.
  private static func remarks(_ tribe: Tribe) -> String {
    (tribe.traits.map(\.description) + tribe.conditions.map { "#if \($0.text)" }
      + tribe.availability.map { "@available \($0)" })
      .joined(separator: ", ")
  }
}

extension TribeTrait {
  /// The trait for people, with its conditions.
  var description: String {
    let text: String =
      switch value {
      case .contract: "contract"
      case .deferred: "deferred"
      case .readableSince(let version): "readable since \(version)"
      case .requires(let names): "requires \(names.joined(separator: ", "))"
      case .migrates(let types, _): "migrates \(types.map(\.spelling).joined(separator: ", "))"
      case .merges(let texts): "merges \(texts.joined(separator: ", "))"
      case .unreadable(let member), .otherType(let member): "\(member.rawValue) unreadable"
      case .ineffectivePhase: "phase ineffective"
      }
    return text + conditions.map { " #if \($0.text)" }.joined()
  }
}
