import NomadTargets

/// The name of a static member of tribes that the build reads.
package enum TribeMember: String, CaseIterable {
  case target, phase, urgency, readableSince, requires

  /// The members other than the target.
  static let traits = allCases.filter { $0 != .target }

  /// The form of a member's value.
  enum Form {
    /// A case of one of the library's types, with or without a text.
    case choice
    /// A version of the app, as a string.
    case version
    /// A list of types.
    case types
  }

  var form: Form {
    switch self {
    case .target, .phase, .urgency: .choice
    case .readableSince: .version
    case .requires: .types
    }
  }

  /// The name of the member's type; for a list, the type of its elements.
  package var type: String {
    switch self {
    case .target: "TribeTarget"
    case .phase: "TribePhase"
    case .urgency: "TribeUrgency"
    case .readableSince: "String"
    case .requires: "Any.Type"
    }
  }

  /// The module of the member's type; nil for `Any.Type`, which is part of the language.
  var module: String? {
    switch form {
    case .choice: Library.core
    case .version: "Swift"
    case .types: nil
    }
  }

  /// A text that almost every file that declares the member contains, and few other files do.
  var mark: String { form == .version ? rawValue : type }

  /// Returns whether a case of the member's type has a text; nil if there is no such case.
  func hasText(_ name: String) -> Bool? {
    switch self {
    case .target: TribeTarget.Kind(rawValue: name)?.hasText
    case .phase: ["expand", "contract"].contains(name) ? false : nil
    case .urgency: ["immediate", "deferred"].contains(name) ? false : nil
    case .readableSince, .requires: nil
    }
  }
}
