import NomadSyntax
import NomadTargets

/// The rule that each tribe that is merged is one that comes before, that is gone, and that no other tribe merges.
enum MergedTribe {
  /// A tribe that another one merges.
  private struct Merge {
    let tribe: Tribe
    let text: String
    let position: TribeTarget.Position
    let conditions: [Condition]
    let location: Location
  }

  static func check(_ tribes: [Tribe]) -> [Finding] {
    var (merges, findings): ([Merge], [Finding]) = ([], [])
    for tribe in tribes {
      for trait in tribe.traits {
        guard case .merges(let texts) = trait.value else { continue }
        for text in texts {
          do {
            let position = try TribeTarget.Position(merged: text)
            let conditions = tribe.conditions.union(trait.conditions)
            merges.append(
              Merge(tribe: tribe, text: text, position: position, conditions: conditions, location: trait.location)
            )
          } catch {
            findings.append(
              finding(
                "'\(tribe.name)' merges \(text.swiftLiteral), which cannot be read",
                trait.location,
                impact: error.reason,
                remedy: "write the version as the target of the merged tribe has it, or its once-id"
              )
            )
          }
        }
      }
    }
    let places = Dictionary(grouping: tribes.filter { $0.order?.isShareable == false }, by: \.order)
    let merging = Dictionary(grouping: merges, by: \.position)
    findings += merges.compactMap { merge in check(merge, among: places, merging) }
    return findings.oncePerPlace
  }

  private static func check(
    _ merge: Merge,
    among places: [TribeTarget.Position?: [Tribe]],
    _ merging: [TribeTarget.Position: [Merge]]
  ) -> Finding? {
    guard let order = merge.tribe.order else { return nil }
    let start = "'\(merge.tribe.name)' merges \(merge.text.swiftLiteral)"
    guard order.isOfOneRun else {
      return finding(
        "'\(merge.tribe.name)' merges other tribes, but does not run once only",
        merge.location,
        remedy: "give it a version or a once-id"
      )
    }
    let others = merge.position == order ? [] : places[merge.position, default: []]
    if let other = others.first(where: { !Condition.areExclusive($0.conditions, merge.conditions) }) {
      return finding(
        "\(start), which is the target of '\(other.name)'",
        merge.location,
        related: [Finding.Note(message: "'\(other.name)' is here", location: other.location)],
        remedy: "delete '\(other.name)', or remove its target from 'merges'"
      )
    }
    if merge.position > order {
      return finding(
        "\(start), which comes after it in the order",
        merge.location,
        remedy: "give '\(merge.tribe.name)' a target after those of all tribes that it merges"
      )
    }
    let same = merging[merge.position, default: []].filter { !Condition.areExclusive($0.conditions, merge.conditions) }
    guard same.count > 1, let other = same.first, same.last?.location == merge.location else { return nil }
    return finding(
      "\(start), which '\(other.tribe.name)' merges as well",
      merge.location,
      related: other.location == merge.location
        ? [] : [Finding.Note(message: "'\(other.tribe.name)' merges it here", location: other.location)],
      remedy: "remove it from one of the lists"
    )
  }

  private static func finding(
    _ message: String,
    _ location: Location,
    related: [Finding.Note] = [],
    impact: String = "work that is done could run again, or work that is not done could be skipped",
    remedy: String
  ) -> Finding {
    Finding(
      code: .mergedTribe,
      message: message,
      location: location,
      related: related,
      impact: impact,
      remedy: remedy
    )
  }
}
