/// An error for an upgrade that ends in a state which the test's invariant rejects.
public struct BrokenInvariant: Error, CustomStringConvertible {
  /// The path of the upgrade.
  public let path: UpgradePath

  /// The end state, written out; shortened if it is long.
  public let state: String

  /// The error that the invariant threw; nil if it returned false.
  public let underlying: (any Error)?

  /// The maximum number of lines of a state that are shown.
  private static let limit = 40

  init(_ path: UpgradePath, _ state: some Any, _ underlying: (any Error)? = nil) {
    self.path = path
    self.underlying = underlying
    let lines = StateLines(of: state).lines
    let rest = lines.count - Self.limit
    self.state = (lines.prefix(Self.limit) + (rest > 0 ? ["… and \(rest) more lines"] : [])).joined(separator: "\n")
  }

  /// The path, and the state in which it ends.
  public var description: String {
    """
    the upgrade \(path) ends in a state that the invariant rejects\(underlying.map { ": \($0)" } ?? "")

    \(state)
    """
  }
}
