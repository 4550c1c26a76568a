/// What has to hold at the end of an upgrade does not.
public struct BrokenInvariant: Error, CustomStringConvertible {
  /// How the upgrade went.
  public let path: UpgradePath

  /// The state in which it ended, written out; not all of it if it is long.
  public let state: String

  /// What was thrown when it was looked at; nil if it was only said that it does not hold.
  public let underlying: (any Error)?

  /// The most lines of a state that are shown.
  private static let limit = 40

  init(_ path: UpgradePath, _ state: some Any, _ underlying: (any Error)? = nil) {
    self.path = path
    self.underlying = underlying
    let lines = StateLines(of: state).lines
    let rest = lines.count - Self.limit
    self.state = (lines.prefix(Self.limit) + (rest > 0 ? ["… and \(rest) more lines"] : [])).joined(separator: "\n")
  }

  /// Which path it is, and the state in which it ends.
  public var description: String {
    """
    the upgrade \(path) ends in a state that it must not end in\(underlying.map { ": \($0)" } ?? "")

    \(state)
    """
  }
}
