/// Two upgrade paths end in different states.
public struct UpgradeMismatch: Error, Hashable, CustomStringConvertible {
  /// The two paths.
  public let paths: [UpgradePath]

  /// The lines that differ when the states are written out, and those that they stand in.
  ///
  /// Behind `-` stands what the first path ends with, and behind `+` what the second one does. It is empty if the
  /// states look the same.
  public let difference: String

  init<State>(_ one: (path: UpgradePath, state: State), _ other: (path: UpgradePath, state: State)) {
    paths = [one.path, other.path]
    let (old, new) = (StateLines(of: one.state).lines, StateLines(of: other.state).lines)
    difference = LineDifference(from: old, to: new).description
  }

  /// The versions from which the two paths start.
  public var versions: [String] { paths.map(\.version) }

  /// Which paths end in different states, and what differs.
  public var description: String {
    guard !difference.isEmpty else {
      return "the upgrades \(paths[0]) and \(paths[1]) end in states that differ, and look the same"
    }
    return """
      the upgrades do not end in the same state
      - \(paths[0])
      + \(paths[1])

      \(difference)
      """
  }
}
