import Foundation
import NomadSyntax
import NomadTargets

@testable import NomadGenCore

/// A tribe in the generator's result.
struct GeneratedTribe {
  var name: String
  var file: String
  var line: Int

  /// The target; nil if a finding reports it as unreadable.
  var target: String?

  /// The condition of the tribe's `#if`; nil if it always exists.
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
    if case .local? = tribe.namingProblem { isLocal = true }
  }

  /// Returns whether the compiler's tribe is the same type.
  ///
  /// A type from another module has no place in this one. The name of a local type does not tell where it is.
  func isSame(as other: CompilerTribe) -> Bool {
    guard let file = other.file, let line = other.line else { return name == other.name }
    let names = isLocal ? [name, other.name].map(Self.lastComponent) : [name, other.name]
    return names[0] == names[1] && self.file == file && self.line == line
  }

  private static func lastComponent(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}
