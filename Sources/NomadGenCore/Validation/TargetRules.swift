import NomadSyntax
import NomadTargets

/// The rule that a target's text follows the format of its case.
enum IllegalTarget {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      guard case .illegal(let target, let error) = tribe.target else { return nil }
      if let constant = tribe.constant { return finding(of: constant, in: tribe, target, error) }
      return Finding(
        code: .illegalTarget,
        message: "\(target) is not a legal target: \(error.reason)",
        location: tribe.targetLocation,
        remedy: target.probablyMeant.map { "write \($0)" }
          ?? "write a legal target, such as \(ProblemDescription.example(of: target.kind))",
        fixIts: tribe.literalEnd.map { fixIt(for: target, meant: target.probablyMeant, end: $0) } ?? []
      )
    }
    .oncePerPlace
  }

  /// Returns the finding for the text of a constant.
  ///
  /// The place to change is the constant, unless another module declares it, whose sources may be out of reach.
  private static func finding(
    of constant: SymbolTable.StringValue,
    in tribe: Tribe,
    _ target: TribeTarget,
    _ error: TargetError
  ) -> Finding {
    let (text, meant) = (constant.literal.text.debugDescription, target.probablyMeant)
    let example = meant?.kind == target.kind ? meant : nil
    let legal = (example ?? ProblemDescription.example(of: target.kind)).text?.debugDescription ?? ""
    return Finding(
      code: .illegalTarget,
      message:
        "\(constant.isOwn ? "" : "the constant ")\(text) is not a legal text of .\(target.kind): \(error.reason)",
      location: constant.isOwn ? constant.literal.location : tribe.targetLocation,
      related: [
        constant.isOwn
          ? Finding.Note(message: "'\(tribe.name)' has it as its target here", location: tribe.targetLocation)
          : Finding.Note(message: "the constant is here", location: constant.literal.location)
      ],
      remedy: example == nil ? "write a legal text, such as \(legal)" : "write \(legal)",
      fixIts: constant.isOwn ? fixIt(for: target, meant: meant, end: constant.literal.end) : []
    )
  }

  /// Returns a fix-it with the suggested text, if the suggestion keeps the case, so that replacing the literal is
  /// enough.
  private static func fixIt(for target: TribeTarget, meant: TribeTarget?, end: Location) -> [Finding.FixIt] {
    guard let meant, meant.kind == target.kind, let text = meant.text?.debugDescription else { return [] }
    return [Finding.FixIt(message: "write \(text)", replacement: text, end: end)]
  }
}

/// The rule that a target can be read without running code.
enum UnreadableTarget {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    let unreadable = tribes.filter(\.target.isUnreadable)
    // If a protocol or a class gives several tribes one target, that is one mistake.
    return Dictionary(grouping: unreadable, by: \.targetLocation).map { location, tribes in
      let names = tribes.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
      let isShared = names.count > 1
      let problem = tribes[0].targetProblem.map { ProblemDescription($0) }
      let remedy = isShared ? "write a target in each of them" : problem?.remedy ?? ProblemDescription.generalRemedy
      return Finding(
        code: .unreadableTarget,
        message: "the target of \(list(names)) cannot be read"
          + (problem.map { ", because \($0.reason)" } ?? " without running code"),
        location: location,
        remedy: remedy + (tribes.contains(where: \.isBaseClass) ? baseClasses : ""),
        fixIts: isShared ? [] : tribes[0].literalEnd.flatMap { end in problem?.fixIt(end: end).map { [$0] } } ?? []
      )
    }
  }

  private static let baseClasses = "; above a base class that is not a tribe itself, write '// nomad:ignore'"

  /// Returns up to three names for use in a sentence, and the number of the others.
  private static func list(_ names: [String]) -> String {
    var words = names.prefix(3).map { "'\($0)'" }
    if names.count > words.count { words.append("\(names.count - words.count) more") }
    guard let last = words.popLast(), !words.isEmpty else { return words.first ?? "'\(names[0])'" }
    return words.joined(separator: ", ") + " and " + last
  }
}

/// The rule that every tribe has a target.
enum MissingTarget {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      // An unreachable tribe has a finding about that, and needs no second one.
      guard case .missing = tribe.target, tribe.namingProblem == nil else { return nil }
      let lookalike = tribe.lookalikes.first { $0.isLike(.target) }
      return Finding(
        code: .missingTarget,
        message: "tribe '\(tribe.name)' has no target\(lookalike.map { ", because \($0.description.reason)" } ?? "")",
        location: tribe.location,
        related: lookalike.map { [Finding.Note(message: "'\($0.name)' is here", location: $0.location)] } ?? [],
        remedy: (lookalike.map { "\($0.description.remedy), or " } ?? "")
          + "add 'static let target: TribeTarget = .literal(\"…\")' with the version it migrates to"
      )
    }
    .oncePerPlace
  }
}

/// The rule that no two tribes have the same version or id.
package enum DuplicateTarget {
  /// Returns the findings about some tribes.
  ///
  /// - Parameters:
  ///   - tribes: The tribes of a module.
  ///   - isShipped: Whether a release has a tribe at its target, so that another one has to change.
  /// - Returns: The findings, in any order.
  package static func check(_ tribes: [Tribe], isShipped: (Tribe) -> Bool = { _ in false }) -> [Finding] {
    var first: [TribeTarget.Position: [Tribe]] = [:]
    var seen: Set<Location> = []
    var findings: [Finding] = []
    let sorted = tribes.sorted(by: isBefore)
    for tribe in sorted.filter(isShipped) + sorted.filter({ !isShipped($0) }) {
      guard case .legal(let target, let order) = tribe.target, !order.isShareable,
        Condition.canHold(tribe.conditions)
      else { continue }
      let others = first[order, default: []].filter { !Condition.areExclusive($0.conditions, tribe.conditions) }
      first[order, default: []].append(tribe)
      let sharing = others.first { $0.targetLocation == tribe.targetLocation && $0.location != tribe.location }
      if let sharing {
        // The tribe is reported once, even if an `#if` has several branches.
        if seen.insert(tribe.location).inserted { findings.append(finding(tribe, target, sharedWith: sharing)) }
      } else if let other = others.first {
        findings.append(finding(tribe, target, as: other))
      }
    }
    return findings
  }

  /// Returns whether a tribe's target comes first in the sources.
  ///
  /// Of tribes that share one target, the one that declares it comes first, and the others follow by location.
  private static func isBefore(_ lhs: Tribe, _ rhs: Tribe) -> Bool {
    if lhs.targetLocation != rhs.targetLocation { return lhs.targetLocation < rhs.targetLocation }
    return (lhs.donor == nil ? 0 : 1, lhs.location) < (rhs.donor == nil ? 0 : 1, rhs.location)
  }

  /// Returns the finding for two targets in the sources.
  private static func finding(_ tribe: Tribe, _ target: TribeTarget, as other: Tribe) -> Finding {
    let isSame = other.location == tribe.location
    return Finding(
      code: .duplicateTarget,
      message: isSame
        ? "'\(tribe.name)' has the target \(target) twice in one build"
        : "'\(tribe.name)' has the same target \(target) as \(name(of: other, besides: tribe))",
      location: tribe.targetLocation,
      related: [
        Finding.Note(
          message: isSame ? "the other target is here" : "'\(other.name)' is here",
          location: other.targetLocation
        )
      ],
      impact: impact,
      remedy: isSame ? "remove one of the two" : "give the newer tribe another target"
    )
  }

  /// Returns the finding for one target that two tribes share, at the type that has none of its own and needs one.
  private static func finding(_ tribe: Tribe, _ target: TribeTarget, sharedWith other: Tribe) -> Finding {
    let (reason, remedy): (String, String) =
      switch tribe.donor {
      case .superclass(let name)?:
        (
          ", because it inherits from '\(name)'",
          "write 'class var target' in '\(name)' and 'override class var target' in '\(tribe.name)'"
        )
      case .protocol(let name)?: (", because both have it from '\(name)'", "write a target in each of them")
      case nil: ("", "give the newer tribe another target")
      }
    return Finding(
      code: .duplicateTarget,
      message: "'\(tribe.name)' has the same target \(target) as \(name(of: other, besides: tribe))\(reason)",
      location: tribe.location,
      related: [Finding.Note(message: "the target is here", location: tribe.targetLocation)],
      impact: impact,
      remedy: remedy
    )
  }

  private static let impact = "once one of them has run, the other counts as done"

  /// Returns the name of a tribe, with its location if the other tribe has the same name.
  private static func name(of other: Tribe, besides tribe: Tribe) -> String {
    guard other.name == tribe.name else { return "'\(other.name)'" }
    let file = other.location.file.split(separator: "/").last ?? ""
    return "another '\(other.name)', in \(file):\(other.location.line)"
  }
}

/// A description of why a target cannot be read, and of how to fix it.
struct ProblemDescription {
  /// The reason, as a clause.
  let reason: String

  /// The remedy, as a clause.
  var remedy: String

  /// The right text to write instead; nil if there are several or none.
  var replacement: String?

  static let generalRemedy =
    "write a case of TribeTarget with a string literal, such as .literal(\"2.0.0\"), or with a constant of this "
    + "module that has one"

  init(_ problem: StaticMember.Problem) {
    remedy = Self.generalRemedy
    switch problem {
    case .bareText(let text, let isTyped):
      reason = "a string is not a TribeTarget"
      suggest((isTyped ? "" : "TribeTarget") + (Self.target(for: text)?.description ?? ".literal(\"2.0.0\")"))
      if Self.target(for: text) == nil { replacement = nil }
    case .unknownCase(let name, let text):
      reason = "TribeTarget has no case '\(name)'"
      if let meant = Self.meant(by: name, text) { suggest(meant) }
    case .surplusArguments(let name):
      reason = "the case '\(name)' has no text"
      suggest(".\(name)")
    case .missingArgument(let name):
      reason = "the case '\(name)' needs a text"
      remedy = "write the text in parentheses, as in \(Self.example(of: TribeTarget.Kind(rawValue: name)))"
    case .label(let kind, let label, let text):
      reason = "the text of .\(kind) has no label '\(label)'"
      remedy = "write the text without a label, as in \(Self.example(of: TribeTarget.Kind(rawValue: kind)))"
      replacement = text?.debugDescription
    case .number(let kind, let number, let isAlone):
      reason = "\(number) is a number, and .\(kind) takes a string"
      remedy = "write \(Self.example(of: TribeTarget.Kind(rawValue: kind)))"
      if isAlone, let meant = Self.text(meantBy: number, in: kind) {
        remedy = "write .\(kind)(\(meant.debugDescription))"
        replacement = meant.debugDescription
      }
    case .variable(let name):
      reason = "'\(name)' is a 'var'"
      remedy = "make '\(name)' a 'let' with a string literal, or write its text here"
    case .otherType(let name, let type):
      reason = "'\(name)' is of the type \(type)"
      remedy = "give '\(name)' the type String, or write its text here"
    case .branches(let name):
      reason = "a branch of '#if' gives '\(name)' no value that can be read"
      remedy = "give '\(name)' a string literal in every branch, or write the '#if' around the target"
    case .unknownName(let name):
      reason = "the sources of this module have no constant '\(name)'"
    }
  }

  /// Returns the fix-it that writes the right text.
  func fixIt(end: Location) -> Finding.FixIt? {
    replacement.map { Finding.FixIt(message: "write \($0)", replacement: $0, end: end) }
  }

  private mutating func suggest(_ target: String) {
    remedy = "write \(target)"
    replacement = target
  }

  /// Returns the target that a bare string stands for; nil if it is not a version.
  static func target(for text: String) -> TribeTarget? {
    [TribeTarget.literal(text), .dotted(text)].first { (try? $0.position()) != nil }
  }

  /// Returns the target that an unknown case stands for: one with a similar name, or else one that fits the text.
  private static func meant(by name: String, _ text: String?) -> String? {
    let kinds = TribeTarget.Kind.allCases.filter { $0.hasText == (text != nil) }
    if let meant = NearestWord.find(name, among: kinds.map(\.rawValue)).flatMap(TribeTarget.Kind.init) {
      return TribeTarget(meant, text ?? "").description
    }
    return text.flatMap(target)?.description
  }

  /// Returns the text of a case that a number stands for; nil if none is legal.
  private static func text(meantBy number: String, in kind: String) -> String? {
    guard let kind = TribeTarget.Kind(rawValue: kind) else { return nil }
    let target = TribeTarget(kind, number)
    if (try? target.position()) != nil { return number }
    return target.probablyMeant.flatMap { $0.kind == kind ? $0.text : nil }
  }

  /// Returns a correct target of a kind, or of the most common one if the kind has no text.
  static func example(of kind: TribeTarget.Kind?) -> TribeTarget {
    switch kind {
    case .dotted: .dotted("2.0")
    case .once: .once("2026-11-rebuild-index")
    case .whenChanged: .whenChanged("search-index")
    case .literal, .first, .always, nil: .literal("2.0.0")
    }
  }
}
