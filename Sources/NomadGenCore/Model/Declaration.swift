/// A nominal type or an extension, with the members that matter.
package struct Declaration {
  package enum Kind: String {
    case `struct`, `class`, `enum`, `actor`, `protocol`, `extension`
  }

  package var kind: Kind

  /// The declared name, or what an extension extends: one or more components.
  var reference: TypeReference

  /// Where the name stands.
  package var location: Location

  /// Where it stands in the source, from its attributes to its closing brace; empty if no brace closes it.
  package var range: Range<Int>

  /// The index, in the same file, of the declaration whose body this one stands in directly.
  var parent: Int?

  /// The innermost block of code in which it stands, by its index in the file; nil if it stands in none.
  var block: Int?

  /// Whether it stands in a function, a closure or an accessor, out of reach from anywhere else.
  var isLocal: Bool { block != nil }

  /// The access level that is written, if one is.
  var access: Access?

  /// Whether it is a class that no other can inherit from.
  var isFinal = false

  /// The names in its list of generic parameters.
  var generics: Set<String> = []

  /// Whether it is an extension that says what the type is generic over.
  var isBound = false

  /// The types behind the colon, compositions taken apart.
  package var inherited: [TypeReference] = []

  /// The types `T` of a `where Self: T`.
  var selfRequirements: [TypeReference] = []

  /// Whether its `where` clause asks for more than conformances of `Self`.
  var hasOtherRequirements = false

  package var conditions: [Condition] = []
  var availability: [Availability] = []

  /// Whether a `nomad:ignore` comment excludes it.
  var isIgnored = false

  /// The attributes before it, but for the language's own: a global actor's, a macro's.
  var attributes: [MacroUse] = []

  /// The initializers in its body.
  var initializers: [Initializer] = []

  /// The first stored property in its body that has no value, if there is one for sure.
  var valuelessProperty: ValuelessProperty?

  /// Whether a property of its instances has an attribute that may stand for anything.
  var hasUnknownWrapper = false

  /// The static members in its body that the build reads.
  package var members: [StaticMember] = []

  /// The first member in its body that may be meant as a target, and is not.
  var lookalike: TargetLookalike?

  /// For each `func migrate()` in its body whether it is both `async` and `throws`.
  package var migrations: [Bool] = []

  /// Whether its `func migrate()`, its `init()` or what it depends on is deprecated, so that the registry would draw a
  /// warning.
  var isCallDeprecated = false

  /// The static members of one name in its body: several if branches of an `#if` differ.
  package func members(_ member: TribeMember) -> [StaticMember] { members.filter { $0.member == member } }
}
