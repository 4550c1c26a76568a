/// The names about which a caller wants to know more than their declarations.
///
/// The scanner itself knows Swift only.
package struct Vocabulary: Sendable {
  /// The module that declares the wrapper.
  package let module: String

  /// The static members of types whose values are read.
  package let members: [WantedMember]

  /// The property wrapper whose properties are recorded.
  package let wrapper: String

  /// The name of the instance methods without parameters and results that are recorded.
  package let method: String

  /// Whether stored properties, cases and methods that code are recorded, which a build does not need.
  let wantsStoredMembers: Bool

  package init(
    module: String,
    members: [WantedMember],
    wrapper: String,
    method: String,
    wantsStoredMembers: Bool = false
  ) {
    (self.module, self.members, self.wrapper, self.method) = (module, members, wrapper, method)
    self.wantsStoredMembers = wantsStoredMembers
  }

  /// Returns the wanted member of a name.
  func member(_ name: String) -> WantedMember? { members.first { $0.name == name } }

  /// Returns whether a name is that of a case of a member's type.
  func hasCase(_ name: String) -> Bool { members.contains { $0.choice(name) != nil } }
}

/// A static member whose value is read without running code.
package struct WantedMember: Sendable {
  /// The form of a member's value.
  package enum Form: Sendable {
    /// A case of the member's type, by its name.
    case choice([String: Case])
    /// An optional value that a string literal creates.
    case text
    /// A list of types.
    case types
    /// A list of strings.
    case texts
  }

  /// The form of a case.
  package enum Case: Sendable { case plain, withText }

  package let name: String

  /// The name of the member's type; for a list or an optional, the type inside.
  package let type: String

  /// The module of the member's type; nil if the type is a part of the language.
  package let module: String?

  package let form: Form

  /// Whether either the name or the type is enough to tell that the member is meant.
  ///
  /// Otherwise types may well have unrelated members of that name.
  package let isDistinctive: Bool

  package init(name: String, type: String, of module: String?, form: Form, isDistinctive: Bool) {
    (self.name, self.type, self.module, self.form, self.isDistinctive) = (name, type, module, form, isDistinctive)
  }

  /// Whether the value is a case of the member's type.
  package var isChoice: Bool { if case .choice = form { true } else { false } }

  /// Whether the member is optional.
  var isOptional: Bool { if case .text = form { true } else { false } }

  /// Whether the value is a list.
  package var isList: Bool {
    switch form {
    case .types, .texts: true
    case .choice, .text: false
    }
  }

  /// Returns how a case of the member's type is written; nil if the type has no such case.
  func choice(_ name: String) -> Case? {
    if case .choice(let cases) = form { cases[name] } else { nil }
  }

  /// Whether a name differs from the member's at most in capitalization.
  func isSpelled(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}
