import Foundation
import NomadTargets

@testable import NomadGenCore

/// A tribe as the generator sees it.
struct GeneratedTribe {
  var name: String
  var file: String
  var line: Int

  /// The target; nil if it is a finding that it cannot be told.
  var target: String?

  /// When it is there, as the condition of an `#if`; nil for always.
  var condition: String?
  var isLocal = false

  init(_ tribe: Tribe) {
    name = tribe.name
    file = tribe.location.file
    line = tribe.location.line
    switch tribe.target {
    case .legal(let target, _), .illegal(let target, _): self.target = target.description
    case .unreadable, .missing: break
    }
    condition = tribe.conditions.isEmpty ? nil : tribe.conditions.map { "(\($0.text))" }.joined(separator: " && ")
    if case .local? = tribe.obstacle { isLocal = true }
  }

  /// Whether the compiler means the same type.
  ///
  /// A type from elsewhere has no place in the module. Where a local type stands is nothing that a name tells.
  func isSame(as other: CompilerTribe) -> Bool {
    guard let file = other.file, let line = other.line else { return name == other.name }
    let names = isLocal ? [name, other.name].map(Self.lastComponent) : [name, other.name]
    return names[0] == names[1] && self.file == file && self.line == line
  }

  private static func lastComponent(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}
