import NomadTargets

/// A static member of tribes that the build reads, by its name.
///
/// Its value is a case of a type of the library's, with or without a text.
package enum TribeMember: String, CaseIterable {
  case target

  /// The name of its type.
  package var type: String {
    switch self {
    case .target: "TribeTarget"
    }
  }

  /// Whether a text belongs to a case of its type; nil if there is no such case.
  func hasText(_ name: String) -> Bool? {
    switch self {
    case .target: TribeTarget.Kind(rawValue: name)?.hasText
    }
  }
}
