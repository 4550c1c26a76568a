import NomadTargets

/// A property of a tribe besides its target, from a static member of the type.
package struct TribeTrait {
  package enum Value: Equatable {
    /// The tribe is a contract tribe.
    case contract
    /// The tribe is deferred.
    case deferred
    /// The oldest version of the app that can read the tribe's result.
    case readableSince(String)
    /// The tribes that must finish before this one: their symbols, and their names with module.
    case requires([Symbol], [String])
    /// The member's value cannot be read or is illegal.
    case unreadable(TribeMember)
  }

  package var value: Value

  /// The location of the value.
  var location: Location

  /// The conditions, besides those of the tribe, under which a build has the trait.
  package var conditions: [Condition]
}

extension TribeTrait: CustomStringConvertible {
  /// The trait for people, with its conditions.
  package var description: String {
    let text: String =
      switch value {
      case .contract: "contract"
      case .deferred: "deferred"
      case .readableSince(let version): "readable since \(version)"
      case .requires(_, let names): "requires \(names.joined(separator: ", "))"
      case .unreadable(let member): "\(member.rawValue) unreadable"
      }
    return text + conditions.map { " #if \($0.text)" }.joined()
  }
}
