import NomadTargets

/// A static member of tribes that the build reads, by its name.
package enum TribeMember: String, CaseIterable {
  case target, phase, urgency, readableSince, requires

  /// The members that say something about a tribe besides its place in the order.
  static let traits: [TribeMember] = [.phase, .urgency, .readableSince, .requires]

  /// The form of a member's value.
  enum Form {
    /// A case of a type of the library's, with or without a text.
    case choice
    /// A string.
    case text
    /// A list of types.
    case types
  }

  var form: Form {
    switch self {
    case .target, .phase, .urgency: .choice
    case .readableSince: .text
    case .requires: .types
    }
  }

  /// The name of its type or, of a list, of the type of its elements.
  package var type: String {
    switch self {
    case .target: "TribeTarget"
    case .phase: "TribePhase"
    case .urgency: "TribeUrgency"
    case .readableSince: "String"
    case .requires: "Any.Type"
    }
  }

  /// The module of its type; nil for a type that has none.
  var module: String? {
    switch form {
    case .choice: Library.core
    case .text: "Swift"
    case .types: nil
    }
  }

  /// A text that stands in almost every file that declares the member, and in few others.
  var mark: String { self == .readableSince ? rawValue : type }

  /// Whether a text belongs to a case of its type; nil if there is no such case.
  func hasText(_ name: String) -> Bool? {
    switch self {
    case .target: TribeTarget.Kind(rawValue: name)?.hasText
    case .phase: ["expand", "contract"].contains(name) ? false : nil
    case .urgency: ["immediate", "deferred"].contains(name) ? false : nil
    case .readableSince, .requires: nil
    }
  }
}
