package import NomadSyntax
package import NomadTargets

/// A discovered tribe: a conforming type together with one of its targets.
///
/// If branches of an `#if` give a type different targets, there is one tribe for each.
package final class Tribe {
  /// The target, as far as the source shows it.
  package enum Target {
    case legal(TribeTarget, TribeTarget.Position)
    case illegal(TribeTarget, TargetError)
    case unreadable
    case missing
  }

  /// The qualified name, without the module and without backticks.
  package let name: String

  /// The symbol of its type.
  package let symbol: Symbol

  /// The type's name as generated code writes it.
  let spelling: String

  package let module: String

  /// The SQL file that it is in; nil for a tribe in Swift.
  package let script: SQLTribe?

  /// Whether a comment keeps it out of the registry.
  let isIgnored: Bool

  /// Whether it is a class that can have subclasses.
  let isBaseClass: Bool

  /// The location of the type's name.
  package let location: Location

  package let target: Target

  /// The location of the target, or of the type's name if there is no target.
  package let targetLocation: Location

  /// The members that may be meant as static members that the type does not declare.
  let lookalikes: [MemberLookalike]

  /// The declaration that gives the type its target; nil if the type has its own.
  let donor: Donor?

  /// The end of the literal at the target's location, or of the mistake in its place; nil if a fix-it cannot replace
  /// it.
  let literalEnd: Location?

  /// The constant that gives the target its text; nil if a literal does.
  let constant: SymbolTable.StringValue?

  /// The reason why the target cannot be read; nil if it can be read or the reason is uncertain.
  let targetProblem: StaticMember.Problem?

  package let access: Access

  /// The reason why generated code cannot name the type; nil if it can.
  let namingProblem: SymbolTable.NamingProblem?

  /// The properties that its static members give it, besides the target.
  package let traits: [TribeTrait]

  /// The reason why generated code cannot create the type; nil if none is known.
  let creationProblem: SymbolTable.CreationProblem?

  /// The conditions under which a build has the tribe, from every `#if` around the type, the conformance and the
  /// target.
  package let conditions: [Condition]

  package let availability: [Availability]

  /// Whether its own `migrate()`, its `init()` or a dependency is deprecated, so that using it draws a warning.
  let isCallDeprecated: Bool

  /// Its dependencies, as far as the scanner sees them.
  package let dependencies: [Dependency]

  /// Whether it may have dependencies that the scanner does not see.
  let mayDependOnMore: Bool

  /// Whether its own `migrate()` is known to be `async throws`.
  let isAsyncThrowing: Bool

  /// Whether its `migrate()` may be the default of a protocol.
  ///
  /// Then only code in the isolation of the conformance can call it, which may be that of the type (SE-0470).
  let mayMigrateByDefault: Bool

  /// The global actor to which the conformance is isolated explicitly, such as `@MainActor`; nil if there is none.
  let isolation: String?

  /// Whether its `migrate()` returns a promise in some build.
  let isPromised: Bool

  /// Whether an extension that binds generic parameters contains it, such as `extension [String]`.
  ///
  /// The compiler infers the parameters where the type is created, and nowhere else.
  let isInBoundExtension: Bool

  /// The files whose imports the registry needs to name the type and its dependencies, and to see its `migrate()`.
  let foreignFiles: [String]

  /// Creates the tribe of a type, from one of its declarations and one that makes it conform.
  ///
  /// The target is nil if the type has none. The outer conditions are those of the two declarations.
  init(
    _ symbol: Symbol,
    primary: SymbolTable.ID,
    conformer: SymbolTable.ID,
    found: MemberResolver.FoundMember?,
    within outer: [Condition],
    _ finder: TribeFinder
  ) {
    let table = finder.table
    let declaration = table[primary]
    let declarations = table.declarations(of: symbol)
    let migrations = table.migrations(of: symbol)
    self.symbol = symbol
    name = table.qualifiedName(of: symbol)
    let spelling = table.spelling(of: primary)
    // Without a module, `self` is a value that every member has.
    let qualifier = spelling == "`self`" ? [table.home] : table.isOwn(primary) ? [] : table.qualifier(of: symbol)
    self.spelling = (qualifier + [spelling]).joined(separator: ".")
    module = table.home
    script = finder.scripts[symbol]
    isInBoundExtension = table.chain(of: primary).contains { table[$0].is(.extension) && table[$0].isBound }
    isIgnored = table.isIgnored(primary) || table.isIgnored(conformer)
    isBaseClass = declaration.is(.class) && !declaration.isFinal
    location = declaration.location
    access = table.access(of: primary)
    conditions = outer.union(found?.conditions ?? [])
    let ancestors = table.ancestry(of: symbol).declared
    let methods = migrations + ancestors.filter(table.isClass).flatMap(table.migrations)
    let givesDefaults =
      ancestors.contains(where: finder.conformances.protocols.contains)
      || table.roots.contains { !table.migrations(of: $0).isEmpty } || !table.ancestry(of: symbol).isKnown
    mayMigrateByDefault = givesDefaults && Condition.rest(of: conditions, beyond: methods.map(\.conditions)) != nil
    isolation = finder.conformances.isolation(of: conformer)
    let witnesses = methods.isEmpty ? ancestors.flatMap(table.migrations) : methods
    // Asynchronous code prefers an asynchronous overload.
    let blocked = witnesses.first { method in
      method.noasync != nil
        && witnesses.allSatisfy { $0.noasync != nil || Condition.areExclusive($0.conditions, method.conditions) }
    }
    creationProblem =
      table.creationProblem(of: symbol, at: primary)
      ?? blocked?.noasync.map(SymbolTable.CreationProblem.noasyncMigration)
    availability = finder.availability(of: primary, conformingBy: conformer).compactMap { attribute in
      var attribute = attribute
      guard attribute.conditions.allSatisfy(outer.contains) || !attribute.isRestriction else { return nil }
      attribute.conditions = []
      return attribute
    }
    isCallDeprecated = declarations.contains(where: \.isCallDeprecated)
    dependencies = finder.dependencyFinder.dependencies(of: symbol, within: conditions)
    mayDependOnMore = finder.dependencyFinder.mayDependOnMore(symbol)
    isAsyncThrowing = !mayMigrateByDefault && !migrations.isEmpty && migrations.allSatisfy(\.isAsyncThrowing)
    isPromised = finder.conforms(symbol, to: Library.promiseTribe)
    foreignFiles = finder.foreignFiles(of: primary, symbol) + finder.dependencyFinder.files(of: symbol)
    let settings = script?.traits.map { TribeTrait(value: $0, location: declaration.location, conditions: []) } ?? []
    traits = settings + finder.traits(of: symbol, within: outer)
    let branches = conditions + traits.flatMap(\.conditions) + dependencies.flatMap(\.conditions)
    // A flag that the module's own code does not ask for is from another module, where it may be set differently.
    let flag = branches.lazy.flatMap(\.flags).filter { !table.ownFlags.contains($0) }.min()
    namingProblem = table.namingProblem(of: primary) ?? flag.map(SymbolTable.NamingProblem.flag)
    target =
      script.map { Target($0.name.target) } ?? found.map { Target(finder.targetResolver.read($0)) } ?? .missing
    targetLocation = found?.member.location ?? location
    lookalikes = declarations.flatMap(\.lookalikes).filter { lookalike in
      lookalike.isLike(.target)
        ? found == nil
        : finder.traitResolvers.allSatisfy {
          !lookalike.isLike($0.member) || $0.members(of: symbol, within: outer).isEmpty
        }
    }
    donor = found.flatMap { finder.donor($0, to: symbol) }
    literalEnd = found?.member.literalEnd
    constant = found?.constant
    targetProblem = target.isUnreadable ? found.flatMap(finder.targetResolver.problem) : nil
  }

  /// A declaration that gives its target to other types, by its qualified name.
  enum Donor {
    case superclass(String)
    case `protocol`(String)
  }
}

extension Tribe {
  /// Whether only deprecated code can use the tribe without a warning.
  var isDeprecated: Bool { isCallDeprecated || availability.contains(where: \.isDeprecated) }

  /// The name with the module.
  var nameWithModule: String { "\(module).\(name)" }

  /// The tribe's place in the order; nil if its target is not legal.
  package var order: TribeTarget.Position? {
    if case .legal(_, let order) = target { return order }
    return nil
  }

  /// Whether the tribe is deferred or a contract tribe in each of its builds, so that it may run after later ones.
  package var waits: Bool {
    traits.contains { trait in
      switch trait.value {
      case .contract, .deferred: trait.conditions.allSatisfy(conditions.contains)
      default: false
      }
    }
  }
}

extension Tribe.Target {
  /// Creates a target from a case and its text; without a value, or without such a case, the target is unreadable.
  init(_ value: (name: String, text: String?)?) {
    guard let value, let kind = TribeTarget.Kind(rawValue: value.name) else {
      self = .unreadable
      return
    }
    self.init(TribeTarget(kind, value.text ?? ""))
  }

  /// Creates a target from its value, which may be illegal.
  init(_ target: TribeTarget) {
    do {
      self = .legal(target, try target.position())
    } catch {
      self = .illegal(target, error)
    }
  }

  var isUnreadable: Bool {
    if case .unreadable = self { return true }
    return false
  }
}

/// A property of a tribe besides its target, from a static member of the type.
package struct TribeTrait {
  package enum Value: Equatable {
    /// The tribe is a contract tribe.
    case contract
    /// The tribe is deferred.
    case deferred
    /// The oldest version of the app that can read the tribe's result.
    case readableSince(String)
    /// The tribes that must finish before this one, by their names with their modules.
    case requires([String])
    /// The stored types that the tribe migrates, as its source names them, and the declaration that names them.
    case migrates([TypeReference], in: SymbolTable.ID)
    /// The versions and once-ids of the tribes that this one merges.
    case merges([String])
    /// The member's value cannot be read or is illegal.
    case unreadable(TribeMember)
    /// The source does not show that the member has the type of the requirement, so the compiler may take it for another.
    case otherType(TribeMember)
    /// The member has no effect, because the type lacks the protocol that has it as a requirement.
    case ineffectivePhase
  }

  package var value: Value

  /// The location of the value.
  package let location: Location

  /// The conditions, besides those of the tribe, under which a build has the trait.
  package var conditions: [Condition]
}

/// A dependency of a tribe, as the registry lists it.
package struct Dependency {
  /// The spelling of the dependency's type in the registry, or the reason why there is none.
  package enum Spelling {
    case written(String)
    case missing
    /// The registry cannot name the type: it is a generic parameter of a class, or only another module can name it.
    ///
    /// Such a dependency is checked at run time, when the tribe is created.
    case unsayable
    case unreachable(name: String, Access)
  }

  /// The property's name without backticks.
  package let property: String

  /// The location of the name.
  let location: Location

  package var type: Spelling

  /// The conditions, besides those of the tribe, under which a build has the property.
  var conditions: [Condition]
}
