/// An error for a name that no tribe in the registry has.
public struct UnknownTribe: Error, Hashable, CustomStringConvertible {
  /// The requested name.
  public let name: String

  /// The names of the registry's tribes, in migration order.
  public let known: [String]

  /// The requested name, and the registry's names.
  public var description: String {
    "there is no tribe \(name); there are \(known.isEmpty ? "none" : known.joined(separator: ", "))"
  }
}
