import NomadTargets

/// A static member of tribes that the build reads, by its name.
///
/// Its value is a case of a type of the library's, with or without a text.
package enum TribeMember: String, CaseIterable {
  case target, phase

  /// The name of its type.
  package var type: String {
    switch self {
    case .target: "TribeTarget"
    case .phase: "TribePhase"
    }
  }

  /// Whether a text belongs to a case of its type; nil if there is no such case.
  func hasText(_ name: String) -> Bool? {
    switch self {
    case .target: TribeTarget.Kind(rawValue: name)?.hasText
    case .phase: ["expand", "contract"].contains(name) ? false : nil
    }
  }
}
