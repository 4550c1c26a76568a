package import NomadTargets

/// A discovered tribe: a type that conforms, at one of its targets.
///
/// A type whose target differs between the branches of an `#if` gives one value for each.
package struct Tribe {
  /// What the source says of the target.
  package enum Target {
    case legal(TribeTarget, TribeOrder)
    case illegal(TribeTarget, TargetError)
    case unreadable
    case missing
  }

  /// The qualified name, without the module and without backticks.
  package var name: String

  /// The symbol of its type.
  package var symbol: Symbol

  /// The name as it is written in generated code.
  var spelling: String

  package var module: String

  /// Whether it is a class that others can inherit from.
  var isBaseClass: Bool

  /// Where the type's name stands.
  package var location: Location

  package var target: Target

  /// Where the target is written, or the type's name if it is not.
  package var targetLocation: Location

  /// What may be meant as its target, if there is none.
  var lookalike: TargetLookalike?

  /// What the type has its target from, if that is not its own.
  var donor: Donor?

  /// Where the literal that stands there ends, or what stands there instead of one, if that is known.
  var literalEnd: Location?

  /// Why the target cannot be read, if it cannot and that is known.
  var fault: StaticMember.Fault?

  package var access: Access

  /// Why generated code cannot name the type, or nil if it can.
  var obstacle: Obstacle?

  /// What its static members say of it besides the target.
  package var traits: [TribeTrait]

  /// Why generated code cannot create the type, or nil if nothing is known to stand in the way.
  var creationObstacle: CreationObstacle?

  /// What has to hold, of every `#if` around the type, the conformance and the target, for a build to have it.
  package var conditions: [Condition]

  package var availability: [Availability]

  /// Whether its own `migrate()`, its `init()` or what it depends on is deprecated, so that to use it draws a warning.
  var isCallDeprecated: Bool

  /// What it depends on, as far as that is seen.
  package var needs: [Need]

  /// Whether it, or what is made with it, may depend on more.
  var mayNeedMore: Bool

  /// Whether its own `migrate()` is known to be `async throws`.
  var isAsyncThrowing: Bool

  /// Whether it is one whose `migrate()` returns a promise, in some build.
  var isPromised: Bool

  /// The files whose imports the registry needs to name the type.
  var foreignFiles: [String]

  /// A declaration that gives its target to others, by its qualified name.
  enum Donor {
    case superclass(String)
    case `protocol`(String)
  }

  enum Obstacle {
    case access(Access, of: String)
    case local
    case generic(String)
    /// A member with the name of a metatype, `Type` or `Protocol`, which is what an expression takes it for.
    case metatype(String)
  }

  enum CreationObstacle {
    /// There is none, or one that does not count.
    case noInitializer(Initializer?)
    case privateInitializer(Initializer)
    case property(ValuelessProperty)
  }
}

extension Tribe {
  /// Whether only what is deprecated itself can use the tribe without a warning.
  var isDeprecated: Bool { isCallDeprecated || availability.contains(where: \.isDeprecated) }

  /// The tribe's place in the order, if it has a legal one.
  var order: TribeOrder? {
    if case .legal(_, let order) = target { return order }
    return nil
  }
}

extension Tribe.Target {
  /// Makes a target of the case and the text that a member says; nil for one that cannot be read.
  init(_ value: (name: String, text: String?)?) {
    guard let value, let kind = TribeTarget.Kind(rawValue: value.name) else {
      self = .unreadable
      return
    }
    let target = TribeTarget(kind, value.text ?? "")
    do {
      self = .legal(target, try target.order())
    } catch {
      self = .illegal(target, error)
    }
  }

  var isUnreadable: Bool {
    if case .unreadable = self { return true }
    return false
  }
}
