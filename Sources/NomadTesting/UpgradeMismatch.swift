/// An error for two upgrade paths that end in different states.
public struct UpgradeMismatch: Error, Hashable, CustomStringConvertible {
  /// The two paths.
  public let paths: [UpgradePath]

  /// The lines that differ when both states are written out, and the lines that enclose them.
  ///
  /// Lines of the first path's state begin with `-`, and lines of the second path's with `+`. It is nil if the states
  /// look the same.
  public let difference: String?

  init<State>(_ one: (path: UpgradePath, state: State), _ other: (path: UpgradePath, state: State)) {
    paths = [one.path, other.path]
    let (old, new) = (StateLines(of: one.state).lines, StateLines(of: other.state).lines)
    let text = LineDifference(from: old, to: new).description
    difference = text.isEmpty ? nil : text
  }

  /// The versions from which the two paths start.
  public var versions: [String] { paths.map(\.version) }

  /// The paths that end in different states, and the difference.
  public var description: String {
    guard let difference else {
      return "the upgrades \(paths[0]) and \(paths[1]) end in different states that look the same when written out"
    }
    return """
      the upgrades do not end in the same state
      - \(paths[0])
      + \(paths[1])

      \(difference)
      """
  }
}
