/// There is no tribe of that name in the registry.
public struct UnknownTribe: Error, Hashable, CustomStringConvertible {
  /// The name that was asked for.
  public let name: String

  /// The names that there are, in migration order.
  public let known: [String]

  /// What was asked for, and what there is.
  public var description: String {
    "there is no tribe \(name); there are \(known.isEmpty ? "none" : known.joined(separator: ", "))"
  }
}
