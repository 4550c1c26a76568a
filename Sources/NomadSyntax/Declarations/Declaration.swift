/// A nominal type, a protocol or an extension, with the members that matter to the caller.
///
/// It is a class because it is large and gets its body step by step.
package final class Declaration {
  package enum Kind {
    case `struct`, `class`, `enum`, `actor`, `protocol`, `extension`
  }

  package let kind: Kind

  /// The declared name, or the type that an extension extends, which may have several components.
  package var reference: TypeReference

  /// The location of the name.
  package let location: Location

  /// The offsets in the source, from its attributes to its closing brace; empty if no brace closes it.
  package internal(set) var range = 0..<0

  /// The index, in the same file, of the declaration whose body directly contains this one.
  package internal(set) var parent: Int?

  /// The index, in the same file, of the innermost block of code around it; nil if there is none.
  package internal(set) var block: Int?

  /// Whether it is inside a function, a closure or an accessor, so that other code cannot name it.
  package var isLocal: Bool { block != nil }

  /// The explicit access level, if any.
  package internal(set) var access: Access?

  /// Whether it is a class that cannot have subclasses.
  package internal(set) var isFinal = false

  /// Its generic parameters, in their order.
  package var parameters: [String] = []

  /// The names in its list of generic parameters.
  package var generics: Set<String> = []

  /// Whether it is an extension that gives generic arguments, such as `extension Set<Int>` or `extension [Int]`.
  package var isBound = false

  /// The types after the colon; a composition is split into its parts.
  package var inherited: [TypeReference] = []

  /// For each of these, the global actor to which its conformance is isolated (SE-0470); nil if none is written.
  package var isolations: [String?] = []

  /// The types `T` of its requirements `where Self: T`.
  package var selfRequirements: [TypeReference] = []

  /// Whether its `where` clause has requirements besides conformances of `Self`.
  package var hasOtherRequirements = false

  package internal(set) var conditions: [Condition] = []
  package internal(set) var availability: [Availability] = []

  /// Whether an instruction excludes it.
  package internal(set) var isIgnored = false

  /// The attributes before it that the language does not define, such as global actors and macros.
  package internal(set) var attributes: [MacroUse] = []

  /// The initializers in its body.
  package var initializers: [Initializer] = []

  /// The first stored property in its body that surely has no value; nil if there is none.
  package var valuelessProperty: ValuelessProperty?

  /// Whether an instance property has an attribute that is neither the language's nor the library's, such as a wrapper.
  package var hasUnknownWrapper = false

  /// The instance properties in its body that may store a value, in the order of the source.
  package var properties: [StoredProperty] = []

  /// The cases in its body, in the order of the source.
  package var cases: [EnumCase] = []

  /// The instance properties in its body that surely store nothing.
  package var computed: [StoredProperty] = []

  /// The methods in its body that code by hand.
  package var coders: [Coder] = []

  /// The paths of names from its own name to its body.
  package var head: Set<TypeReference> = []

  /// The wanted members in its body.
  package var members: [StaticMember] = []

  /// The members in its body that look like wanted members but are none, at most one for each of these.
  package var lookalikes: [MemberLookalike] = []

  /// The wanted methods in its body.
  package var methods: [Method] = []

  /// Whether a wanted method, its `init()` or a property with the wanted wrapper is deprecated.
  package var isCallDeprecated = false

  package init(kind: Kind, reference: TypeReference, location: Location) {
    (self.kind, self.reference, self.location) = (kind, reference, location)
  }

  /// Returns whether the declaration is of a kind.
  package func `is`(_ kind: Kind) -> Bool { self.kind == kind }

  /// Returns the static members of one name in its body; there are several if branches of an `#if` differ.
  package func members(_ name: String) -> [StaticMember] { members.filter { $0.member.name == name } }
}

/// An initializer in the body of a type.
package struct Initializer {
  /// The reason why code elsewhere cannot call an initializer as `init()`, apart from its access level.
  package enum Problem {
    case parameters, failure, generics, async, `throws`
    /// It is unavailable in asynchronous code.
    case noasync
  }

  /// The reason why it is not a plain `init()`; nil if it is one.
  package var problem: Problem?

  /// Whether it may return nil.
  package var isFailable = false

  /// The location of the keyword `init`.
  package let location: Location

  /// The explicit access level, if any.
  package var access: Access?

  /// Whether it is inside an `#if` in the body, so that some builds lack it.
  package let isConditional: Bool
}

/// A wanted method in the body of a type.
package struct Method {
  /// Whether it is both `async` and `throws`.
  package let isAsyncThrowing: Bool

  /// The explicit access level, if any.
  package let access: Access?

  /// The location of its name, if it is unavailable in asynchronous code; otherwise nil.
  package let noasync: Location?

  package let conditions: [Condition]
}

/// A stored property without a default value, to which every initializer must assign one.
package struct ValuelessProperty {
  /// The name without backticks.
  package let name: String

  /// The location of the name.
  package let location: Location
}

/// A member of a type that looks like a wanted member but is none.
package struct MemberLookalike {
  package enum Difference {
    case notStatic, otherName, function
  }

  /// The static member that may be meant.
  package let member: WantedMember

  package let difference: Difference

  /// The member's name without backticks.
  package let name: String

  /// The location of the name.
  package let location: Location
}

/// An attribute or a freestanding macro among declarations, which may expand to code that the scanner cannot see.
package struct MacroUse {
  /// The name, without its module.
  package let name: String

  /// The names in its arguments.
  package let arguments: Set<String>

  /// The location of the name.
  package let location: Location

  /// Whether an instruction excludes it.
  package var isIgnored = false
}

/// The access level of a declaration, from the most restrictive to the least.
package enum Access: String, Comparable, CaseIterable {
  case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

  /// Whether only one file can see a declaration with this level.
  package var isPrivate: Bool { self <= .fileprivate }

  package static func < (lhs: Self, rhs: Self) -> Bool { allCases.prefix { $0 != rhs }.contains(lhs) }
}

/// The statement of one `@available` about one platform (SE-0141 and The Swift Programming Language, "Attributes").
package struct Availability: Equatable {
  /// The platform, such as `iOS`; `swift` for the language version, or `*` for all platforms.
  package let platform: String

  /// The first version in which the declaration is available; nil if none is given.
  package var introduced: String?

  /// The first version of Swift in which the declaration is no longer available; nil if none is given.
  package var obsoleted: String?

  package var isUnavailable = false
  package var isDeprecated = false

  /// Whether asynchronous code cannot use the declaration.
  package var isNoAsync = false

  /// The conditions of the `#if` directives that contain the attribute, but not its declaration.
  package var conditions: [Condition] = []

  /// Conditions that exclude the builds for which another attribute of the declaration counts instead.
  private var exceptions: [Condition] = []

  /// The platforms that the compiler knows (`PlatformKinds.def`, Swift 6.3).
  private static let platforms: Set<String> = [
    "*", "swift", "Android", "DriverKit", "FreeBSD", "OpenBSD", "OSX", "OSXApplicationExtension", "Windows", "iOS",
    "iOSApplicationExtension", "macCatalyst", "macCatalystApplicationExtension", "macOS", "macOSApplicationExtension",
    "tvOS", "tvOSApplicationExtension", "visionOS", "visionOSApplicationExtension", "watchOS",
    "watchOSApplicationExtension",
  ]

  /// Whether the compiler knows the platform; it ignores any other, with a warning.
  package var isKnown: Bool { Self.platforms.contains(platform) }

  /// Whether the platform may be a macro of the build (`-define-availability`), which only the compiler can expand.
  package var mayBeMacro: Bool {
    // These are rather mistaken names of platforms.
    !["ios", "linux", "macos", "macosx", "tvos", "visionos", "wasi", "watchos", "xros"].contains(platform.lowercased())
  }
}

extension Availability {
  /// Creates an attribute about a platform.
  init(platform: String, introduced: String? = nil) { (self.platform, self.introduced) = (platform, introduced) }

  /// Whether some system or version of Swift lacks the declaration.
  package var isRestriction: Bool { introduced != nil || obsoleted != nil || isUnavailable }

  /// The conditions of the builds to which the attribute applies; nil if it applies only to code for app extensions.
  package var builds: [Condition]? {
    switch platform {
    case "*", "swift": conditions
    // The compiler applies it to visionOS, too (`inheritsAvailabilityFromPlatform`). Mac Catalyst is an `os(iOS)`.
    case "iOS": conditions + [Condition(text: "os(iOS) || os(visionOS)")] + exceptions
    case "macCatalyst": conditions + [Condition(text: "targetEnvironment(macCatalyst)")]
    case let platform where platform.hasSuffix("ApplicationExtension"): nil
    default: conditions + [Condition(text: "os(\(platform))")]
    }
  }

  /// Returns the attributes of one declaration with given conditions.
  ///
  /// Those for iOS leave out the platforms with an attribute of their own.
  static func combined(_ attributes: [Availability], besides conditions: [Condition]) -> [Availability] {
    var attributes = attributes
    for index in attributes.indices { attributes[index].conditions.removeAll(where: conditions.contains) }
    let heirs = attributes.filter { ["macCatalyst", "visionOS"].contains($0.platform) }.compactMap(\.builds)
    let exceptions = heirs.map { Condition.branch(nil, after: [.all(of: $0)]) }
    for index in attributes.indices { attributes[index].exceptions = exceptions }
    return attributes
  }
}

extension Availability: CustomStringConvertible {
  package var description: String {
    var words = [platform]
    if let introduced { words.append(introduced) }
    if let obsoleted { words.append("obsoleted \(obsoleted)") }
    if isUnavailable { words.append("unavailable") }
    if isDeprecated { words.append("deprecated") }
    if isNoAsync { words.append("noasync") }
    return words.joined(separator: " ")
  }
}
