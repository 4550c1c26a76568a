package import NomadSyntax
import NomadTargets

/// The name of a static member of tribes that the build reads.
package enum TribeMember: String, CaseIterable {
  case target, phase, urgency, readableSince, requires, migrates, merges

  /// The members other than the target.
  static let traits = allCases.filter { $0 != .target }

  /// The member as the scanner reads it.
  var wanted: WantedMember {
    WantedMember(name: rawValue, type: type, of: module, form: form, isDistinctive: self == .target)
  }

  private var form: WantedMember.Form {
    switch self {
    case .target:
      .choice(
        Dictionary(
          uniqueKeysWithValues: TribeTarget.Kind.allCases.map { ($0.rawValue, $0.hasText ? .withText : .plain) }
        )
      )
    case .phase: .choice(["expand": .plain, "contract": .plain])
    case .urgency: .choice(["immediate": .plain, "deferred": .plain])
    case .readableSince: .text
    case .requires, .migrates: .types
    case .merges: .texts
    }
  }

  /// The name of the member's type; for a list or an optional, the type inside.
  package var type: String {
    switch self {
    case .target: "TribeTarget"
    case .phase: "TribePhase"
    case .urgency: "TribeUrgency"
    case .readableSince: "TribeVersion"
    case .requires, .migrates: "Any.Type"
    case .merges: "String"
    }
  }

  /// The member's type as a tribe declares it.
  var declaredType: String {
    switch self {
    case .target, .phase, .urgency: type
    case .readableSince: type + "?"
    case .requires, .migrates, .merges: "[\(type)]"
    }
  }

  /// The module of the member's type; nil for a type that is part of the language.
  var module: String? {
    switch self {
    case .target, .urgency, .readableSince: Library.core
    case .phase: Library.fleets
    case .requires, .migrates, .merges: nil
    }
  }

  /// A text that almost every file that declares the member contains, and few other files do.
  var mark: String {
    switch self {
    case .target, .phase, .urgency, .requires: type
    case .readableSince, .migrates, .merges: rawValue
    }
  }
}

extension Vocabulary {
  /// The names by which the sources of tribes are read.
  package static let tribes = tribes(withStoredMembers: false)

  /// The same names, for a caller that also needs the shapes of stored types.
  package static let shapes = tribes(withStoredMembers: true)

  private static func tribes(withStoredMembers wantsStoredMembers: Bool) -> Vocabulary {
    Vocabulary(
      module: Library.core,
      members: TribeMember.allCases.map(\.wanted),
      wrapper: Library.dependency,
      method: Library.migrate,
      wantsStoredMembers: wantsStoredMembers
    )
  }
}

extension Declaration {
  /// Returns the static members of one name in its body; there are several if branches of an `#if` differ.
  package func members(_ member: TribeMember) -> [StaticMember] { members(member.rawValue) }
}

extension MemberLookalike {
  /// Returns whether it looks like a member of tribes.
  func isLike(_ member: TribeMember) -> Bool { self.member.name == member.rawValue }

  /// The reason why it is not the static member, and how to change it.
  var description: (reason: String, remedy: String) {
    switch difference {
    case .notStatic: ("'\(name)' is not static", "make '\(name)' static")
    case .otherName: ("'\(name)' has another name", "rename '\(name)' to '\(member.name)'")
    case .function: ("'\(name)' is a function", "make '\(name)' a property")
    }
  }
}
