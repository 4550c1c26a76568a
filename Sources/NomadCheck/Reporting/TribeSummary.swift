package import NomadGenCore
package import NomadSyntax
package import NomadTargets

/// A tribe as the tools show it.
package struct TribeSummary: Hashable, Sendable {
  /// The qualified name, without the module and without backticks.
  package let name: String

  package let module: String

  /// The target as it is written; nil if it is missing or cannot be read.
  package let target: TribeTarget?

  /// The parsed target; nil if it is not legal.
  package let order: TribePosition?

  /// The location of the type's name.
  package var location: Location

  /// The conditions of all enclosing `#if` directives.
  ///
  /// A build has the tribe only if every one holds.
  package let conditions: [String]

  /// The contents of its `@available` attributes, each for one platform.
  package let availability: [String]

  /// Its traits besides the target, as text for people.
  package let traits: [String]

  /// Whether the tribe is deferred in some build.
  package let isDeferred: Bool

  /// The tribes that it requires in some build, each by its module and qualified name.
  package let requires: [String]

  /// Summarizes a tribe that the generator found.
  package init(_ tribe: Tribe) {
    name = tribe.name
    module = tribe.module
    location = tribe.location
    conditions = tribe.conditions.map(\.text)
    availability = tribe.availability.map(\.description)
    traits = tribe.traits.map(\.description)
    isDeferred = tribe.traits.contains { $0.value == .deferred }
    requires = tribe.traits.flatMap { trait -> [String] in
      if case .requires(_, let names) = trait.value { names } else { [] }
    }
    switch tribe.target {
    case .legal(let target, let order): (self.target, self.order) = (target, order)
    case .illegal(let target, _): (self.target, order) = (target, nil)
    case .unreadable, .missing: (target, order) = (nil, nil)
    }
  }
}

extension TribeTrait {
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
