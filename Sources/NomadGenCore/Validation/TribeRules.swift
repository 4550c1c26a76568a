package import NomadSyntax
import NomadTargets

/// The rule that the registry can name every tribe.
enum UnreachableTribe {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      guard let problem = tribe.namingProblem else { return nil }
      let (reason, remedy) = description(of: problem)
      return Finding(
        code: .unreachableTribe,
        message: "the registry cannot access tribe '\(tribe.name)', because \(reason)",
        location: tribe.location,
        remedy: remedy
      )
    }
    .oncePerPlace
  }

  private static func description(of problem: SymbolTable.NamingProblem) -> (reason: String, remedy: String) {
    switch problem {
    case .local: ("it is declared inside a function or closure", "declare it outside of functions and closures")
    case .generic(let name): ("'\(name)' is generic", "make '\(name)' a type without generic parameters")
    case .metatype(let name): ("Swift code cannot create a nested type called '\(name)'", "rename '\(name)'")
    case .access(let access, let name): ("\(name) is \(access.rawValue)", "make \(name) internal")
    case .flag(let flag):
      (
        "'#if \(flag)' in another module decides about it",
        "let the type conform to 'Tribe' in this module, and declare its members there"
      )
    }
  }
}

/// The rule that the registry can create every tribe, with an `init()`.
enum UncreatableTribe {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      // An unreachable tribe has a finding about that, and needs no second one.
      guard tribe.namingProblem == nil, let problem = tribe.creationProblem else { return nil }
      let (reason, remedy) = description(of: problem)
      let verb = if case .noasyncMigration = problem { "run" } else { "create" }
      return Finding(
        code: .uncreatableTribe,
        message: "the registry cannot \(verb) tribe '\(tribe.name)', because \(reason)",
        location: tribe.location,
        related: related(problem),
        remedy: remedy
      )
    }
    .oncePerPlace
  }

  private static func description(of problem: SymbolTable.CreationProblem) -> (reason: String, remedy: String) {
    switch problem {
    case .noInitializer(let initializer):
      switch initializer?.problem {
      case .parameters?: ("its 'init' has parameters", "add an 'init()'; default arguments do not replace it")
      case .failure?: ("its 'init?()' can fail", "add an 'init()' that cannot fail")
      case .generics?: ("its 'init' is generic", "add an 'init()' that is not generic")
      case .async?: ("its 'init()' is 'async'", "add an 'init()' that is not 'async'")
      case .throws?: ("its 'init()' throws", "add an 'init()' that does not throw")
      case .noasync?: ("its 'init()' is unavailable in asynchronous code", "remove 'noasync' from the 'init()'")
      case nil: ("it has no 'init()'", "add an 'init()'")
      }
    case .privateInitializer: ("its 'init()' is private", "make the 'init()' internal")
    case .noasyncMigration:
      ("its 'migrate()' is unavailable in asynchronous code", "remove 'noasync' from the 'migrate()'")
    case .property(let property):
      (
        "'\(property.name)' has no value",
        "give '\(property.name)' a value, add an 'init()', or receive it with @TribeDependency"
      )
    }
  }

  private static func related(_ problem: SymbolTable.CreationProblem) -> [Finding.Note] {
    switch problem {
    case .property(let property): [Finding.Note(message: "'\(property.name)' is here", location: property.location)]
    case .noInitializer(let initializer?), .privateInitializer(let initializer):
      [Finding.Note(message: "the initializer is here", location: initializer.location)]
    case .noasyncMigration(let place): [Finding.Note(message: "'migrate()' is here", location: place)]
    case .noInitializer: []
    }
  }
}

/// The rule that a tribe's static members have the types of the requirements, and can be read without running code.
enum UnreadableMember {
  /// Returns the findings.
  ///
  /// If code lists ignored tribes by hand, the compiler reads their members, but takes one of another type for none of
  /// theirs.
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.flatMap { tribe in
      // Without the member the tribe has its default, so the compiler accepts it.
      let lookalikes = tribe.isIgnored ? [] : tribe.lookalikes.filter { !$0.isLike(.target) }
      return tribe.traits.compactMap { finding($0, of: tribe) }
        + lookalikes.map { lookalike in
          Finding(
            code: .unreadableMember,
            message: "the tribe '\(tribe.name)' has no '\(lookalike.member.name)', because "
              + lookalike.description.reason,
            location: lookalike.location,
            remedy: lookalike.description.remedy
          )
        }
    }
    .oncePerPlace
  }

  private static func finding(_ trait: TribeTrait, of tribe: Tribe) -> Finding? {
    switch trait.value {
    case .otherType(let member):
      Finding(
        code: .unreadableMember,
        message: "'\(member.rawValue)' of '\(tribe.name)' is not declared with the type \(member.declaredType)",
        location: trait.location,
        impact: "the compiler ignores a member of another type, and the tribe has the default",
        remedy: "write \(remedy(member))"
      )
    case .unreadable(let member) where !tribe.isIgnored:
      Finding(
        code: .unreadableMember,
        message: "'\(member.rawValue)' of '\(tribe.name)' cannot be read without running code",
        location: trait.location,
        remedy: "write \(remedy(member))"
      )
    case .ineffectivePhase where !tribe.isIgnored:
      Finding(
        code: .unreadableMember,
        message: "the tribe '\(tribe.name)' has no 'phase', because it is not surely a FleetTribe",
        location: trait.location,
        remedy: "let '\(tribe.name)' conform to FleetTribe, of the module \(Library.fleets)"
      )
    case .unreadable, .ineffectivePhase, .contract, .deferred, .readableSince, .requires, .migrates, .merges: nil
    }
  }

  private static func remedy(_ member: TribeMember) -> String {
    switch member {
    case .target: "a target"
    case .phase: ".expand or .contract"
    case .urgency: ".immediate or .deferred"
    case .readableSince: "the type TribeVersion? and a version such as \"2.3.0\""
    case .merges: "the type [String] and a list of versions and once-ids as literals, such as [\"1.0.0\", \"1.1.0\"]"
    case .migrates: "the type [Any.Type] and a list of stored types, such as [Note.self]"
    case .requires: "the type [Any.Type] and a list of tribes of this package, such as [FillIndex.self]"
    }
  }
}

/// The rule that each tribe can run after those that it requires, in migration order.
package enum RequiredTribe {
  /// Returns the findings about some tribes.
  ///
  /// - Parameters:
  ///   - tribes: The tribes.
  ///   - all: The tribes that they may require, directly or through others.
  /// - Returns: At most one finding for each tribe.
  package static func check(_ tribes: [Tribe], among all: [Tribe]) -> [Finding] {
    let places = Dictionary(grouping: all, by: \.nameWithModule)
    var requirements: [String: [String]] = [:]
    for tribe in all { requirements[tribe.nameWithModule, default: []] += required(by: tribe)?.names ?? [] }
    // A cycle is one mistake, so only one of its tribes is reported.
    var reported: Set<String> = []
    return tribes.compactMap { tribe in
      guard let (names, location) = required(by: tribe) else { return nil }
      let reached = names.closure { requirements[$0, default: []] }
      if reached.contains(tribe.nameWithModule) {
        guard reported.isDisjoint(with: reached) else { return nil }
        reported.insert(tribe.nameWithModule)
        return Finding(
          code: .requiredTribe,
          message: "'\(tribe.name)' requires itself, directly or through other tribes",
          location: location,
          impact: "none of these tribes could ever run",
          remedy: "remove a tribe from one of the 'requires' lists, to break the cycle"
        )
      }
      let later = reached.flatMap { places[$0, default: []] }.first { isOvertaken(tribe, by: $0) }
      return later.map { finding($0, requiredBy: tribe, location) }
    }
    .oncePerPlace
  }

  /// Returns the names of the tribes that a tribe requires directly, and the place of that list; nil if it has none.
  private static func required(by tribe: Tribe) -> (names: [String], location: Location)? {
    for trait in tribe.traits { if case .requires(let names) = trait.value { return (names, trait.location) } }
    return nil
  }

  /// Whether a tribe comes before another one in the order, and might never run if a run stopped right after that one.
  private static func isOvertaken(_ tribe: Tribe, by other: Tribe) -> Bool {
    guard !Condition.areExclusive(tribe.conditions, other.conditions), let place = other.order else { return false }
    return switch tribe.order {
    case .first: place != .first
    case .version(let version): versions(recordedBy: other).contains { version < $0 }
    default: false
    }
  }

  /// Returns the versions that a ledger has once a tribe has finished: its own one, and those that it merges.
  private static func versions(recordedBy tribe: Tribe) -> [TribeVersion] {
    var places = [tribe.order]
    for case .merges(let texts) in tribe.traits.map(\.value) {
      places += texts.map { try? TribeTarget.Position(merged: $0) }
    }
    return places.compactMap { if case .version(let version) = $0 { version } else { nil } }
  }

  private static func finding(_ later: Tribe, requiredBy tribe: Tribe, _ location: Location) -> Finding {
    let isFirst = tribe.order == .first
    return Finding(
      code: .requiredTribe,
      message: isFirst
        ? "'\(tribe.name)' is a .first tribe, but '\(later.name)', which it requires directly or through others, is not"
        : "'\(later.name)', which '\(tribe.name)' requires directly or through others, has or merges a later version",
      location: location,
      related: [Finding.Note(message: "'\(later.name)' has its target here", location: later.targetLocation)],
      impact: "if a run stopped after '\(later.name)', '\(tribe.name)' or a tribe between the two might never run",
      remedy: isFirst
        ? "make '\(later.name)' a .first tribe, or give '\(tribe.name)' a version"
        : "give '\(tribe.name)' a later version, or remove a tribe from its 'requires' list"
    )
  }
}

/// The rule that the source declares a tribe's conformance, rather than a macro.
///
/// The scanner does not see what a macro adds, so the registry would lack the tribe.
enum SuspectedTribe {
  /// Returns the finding about a macro.
  ///
  /// - Parameters:
  ///   - use: The macro, as the source uses it: `@Name` or `#Name`.
  ///   - location: Its place, or that of the heir.
  ///   - type: The qualified name of the type to which the macro is attached; nil if the macro is freestanding.
  ///   - heir: The qualified name of a type that inherits from that one, and would be a tribe as well.
  /// - Returns: The finding.
  static func finding(_ use: String, _ location: Location, type: String? = nil, heir: String? = nil) -> Finding {
    let type = type.map { "'\($0)'" } ?? "a type"
    let tribes = heir.map { "\(type) and its subclass '\($0)' tribes" } ?? "\(type) a tribe"
    return Finding(
      severity: .warning,
      code: .suspectedTribe,
      message: "'\(use)' may make \(tribes), which the registry does not include",
      location: location,
      impact: "the build writes the registry before it expands macros, so the tribe would never run",
      remedy: "write the conformance in the source, or '// nomad:ignore' above it"
    )
  }
}

/// The rule that the registry can name the type of every dependency.
enum UnreadableDependency {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.filter { $0.namingProblem == nil }.flatMap { tribe in
      tribe.dependencies.compactMap { dependency in
        guard let (reason, remedy) = description(of: dependency) else { return nil }
        return Finding(
          code: .unreadableDependency,
          message: "the registry cannot list the dependency '\(dependency.property)' of tribe '\(tribe.name)', because "
            + reason,
          location: dependency.location,
          remedy: remedy
        )
      }
    }
    .oncePerPlace
  }

  private static func description(of dependency: Dependency) -> (reason: String, remedy: String)? {
    switch dependency.type {
    case .written, .unsayable: nil
    case .missing:
      ("its type is not written here", "write the type after a colon, as in '\(dependency.property): Store'")
    case .unreachable(let name, let access):
      ("its type '\(name)' is \(access.rawValue)", "make '\(name)' internal")
    }
  }
}

/// The rule that every property with `@TribeDependency` belongs to a tribe.
///
/// Otherwise no run checks that the property gets a value.
enum MisplacedDependency {
  /// Returns the finding about a property; the owner is nil if it is not an instance property of a type.
  static func finding(_ property: WrappedProperty, of owner: String?) -> Finding {
    let place = owner.map { "a dependency of '\($0)', which is not a tribe" } ?? "a dependency outside a tribe"
    let exception = owner.map { ", or write '// nomad:ignore' above '\($0)'" } ?? ""
    return Finding(
      severity: .warning,
      code: .misplacedDependency,
      message: "'\(property.name)' is \(place), so no run checks that it is provided",
      location: property.location,
      impact: "reading '\(property.name)' stops the process if it was not provided",
      remedy: "declare '@TribeDependency' in the tribe and pass the value on" + exception
    )
  }
}

/// The rule that every `nomad:` comment has an effect.
package enum IneffectiveInstructions {
  static func check(_ comments: [IneffectiveInstruction]) -> [Finding] {
    comments.map { comment in
      let meant = comment.problem == .unknownWord ? meant(by: comment.text) : nil
      let (reason, remedy) = description(of: comment, meant: meant)
      let fixIt = meant.map { Finding.FixIt(message: "write \($0)", replacement: $0, end: comment.end) }
      return finding(comment.text, reason, at: comment.location, remedy: remedy, fixIt: fixIt)
    }
  }

  /// Returns the finding about a comment.
  package static func finding(
    _ text: String,
    _ reason: String,
    at location: Location,
    remedy: String,
    fixIt: Finding.FixIt? = nil
  ) -> Finding {
    Finding(
      severity: .warning,
      code: .ineffectiveDirective,
      message: "'\(text)' has no effect, because \(reason)",
      location: location,
      remedy: remedy,
      fixIts: [fixIt].compactMap(\.self)
    )
  }

  private static let ignore = "nomad:ignore"
  private static let access = "nomad:access"
  private static let allow = "nomad:allow"

  /// Returns the known comment that was meant: one that the text extends, or one that it misspells.
  private static func meant(by text: String) -> String? {
    let text = text.lowercased().filter { $0 != " " }
    let words = [ignore, access, allow]
    return words.first { text.hasPrefix($0) } ?? NearestWord.find(text, among: words)
  }

  private static func description(of comment: IneffectiveInstruction, meant: String?)
    -> (reason: String, remedy: String)
  {
    let place =
      comment.text.hasPrefix(access)
      ? "" : ", directly above the \(comment.text.hasPrefix(allow) ? "code to allow" : "declaration to leave out")"
    let remedy = "write '// \(comment.text)' on a line of its own\(place)"
    return switch comment.problem {
    case .unknownWord: ("no such comment exists", "write '\(meant ?? "\(ignore)', '\(access)' or '\(allow)")'")
    case .unknownValue:
      ("a registry is internal or public", "write '// \(access) public', or nothing for an internal registry")
    case .behindCode: ("it follows code on its line", remedy)
    case .onLaterLine: ("its comment starts on an earlier line", "write '// ' in front of it")
    case .aboveEmptyLine: ("an empty line follows", remedy)
    case .aboveNothing: ("no type, extension or macro follows on the next line", remedy)
    }
  }
}
