package import NomadGenCore
package import NomadTargets

/// A tribe as the tools for people see it.
package struct TribeSummary: Hashable, Sendable {
  /// The qualified name, without the module and without backticks.
  package let name: String

  package let module: String

  /// The target as it is written; nil if it cannot be read, or is missing.
  package let target: TribeTarget?

  /// The target, parsed; nil if it is not legal.
  package let order: TribeOrder?

  /// Where the type's name stands.
  package var location: Location

  /// What has to hold, of every `#if` around it, for a build to have it.
  package let conditions: [String]

  /// What its `@available` say, each of one platform.
  package let availability: [String]

  /// Its traits besides the target, for people.
  package let traits: [String]

  /// Whether it is deferred in some build.
  package let isDeferred: Bool

  /// The tribes that it requires in some build, each by its module and its qualified name.
  package let requires: [String]

  /// Sums up what the generator knows of a tribe.
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
