import NomadTargets

/// A property of a tribe besides its place in the order, as a static member of the type says it.
package struct TribeTrait {
  package enum Value: Equatable {
    /// It is a contract tribe.
    case contract
    /// It is deferred.
    case deferred
    /// The oldest version of the app that can read its result.
    case readableSince(String)
    /// The tribes that must have finished before it: types, and their names with their modules.
    case requires([Symbol], [String])
    /// The member's value cannot be read, or is none that it can have.
    case unreadable(TribeMember)
  }

  package var value: Value

  /// Where the value is written.
  var location: Location

  /// What has to hold, besides the conditions of the tribe, for a build to have the trait.
  package var conditions: [Condition]
}

extension TribeTrait: CustomStringConvertible {
  /// The trait for people, with what has to hold for it.
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
