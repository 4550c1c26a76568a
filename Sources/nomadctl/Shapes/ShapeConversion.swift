#if Nomadctl
  import NomadCheck
  import NomadSyntax

  /// Functions that make values of one version's private copies from those of another.
  ///
  /// A value that nobody can derive is marked with a call that throws.
  struct ShapeConversion {
    /// A type of the one version, and the one of the other version that is made from it.
    private struct Pair: Hashable {
      var old: SwiftType
      var new: SwiftType
    }

    private let old: PrivateCopies
    private let new: PrivateCopies
    private var pending: [Pair] = []
    private var known: Set<Pair> = []

    /// The functions, each with its lines.
    private(set) var functions: [[String]] = []

    init(from old: PrivateCopies, to new: PrivateCopies) {
      (self.old, self.new) = (old, new)
      guard let former = old.root.first, let current = new.root.first else { return }
      func whole(_ member: ShapeSet.Member) -> SwiftType { SwiftType(named: member.spelled.path ?? []) }
      need(Pair(old: whole(former), new: whole(current)))
      while !pending.isEmpty { functions.append(function(for: pending.removeFirst())) }
    }

    private mutating func need(_ pair: Pair) {
      if known.insert(pair).inserted { pending.append(pair) }
    }

    private mutating func function(for pair: Pair) -> [String] {
      let body: [String]
      if let before = old.type(pair.old), let after = new.type(pair.new) {
        body = self.body(from: before, to: after, as: pair.new)
      } else {
        body = [missing("a \(pair.new)")]
      }
      let head = "private static func migrated(_ old: \(old.copied(pair.old))) throws -> \(new.copied(pair.new)) {"
      return [head] + body.map { "  " + $0 } + ["}"]
    }

    private typealias Shaped = (member: ShapeSet.Member, shape: Shape)

    private mutating func body(from before: Shaped, to after: Shaped, as type: SwiftType) -> [String] {
      switch (before.shape.isEnum, after.shape.isEnum) {
      case (true, true) where before.shape.cases.allSatisfy({ $0.condition == nil }) && !before.shape.cases.isEmpty:
        return enumBody(from: before.shape, to: after.shape)
      case (false, false) where Self.isRecoded(before.shape, after.shape): return [missing("a \(type)")]
      case (false, false): return structBody(from: before, to: after, as: type)
      default: return [missing("a \(type)")]
      }
    }

    /// Whether a constant of a type that is coded as its raw value has another raw value.
    private static func isRecoded(_ before: Shape, _ after: Shape) -> Bool {
      before.cases.contains { item in
        after.cases.contains { $0.name == item.name && $0.rawValue != item.rawValue }
      }
    }

    private mutating func structBody(from before: Shaped, to after: Shaped, as type: SwiftType) -> [String] {
      func properties(_ copies: PrivateCopies, _ shaped: Shaped) -> [PrivateCopies.Property] {
        var member = shaped.member
        member.shape = shaped.shape
        return copies.properties(of: member)
      }
      let (formers, currents) = (properties(old, before), properties(new, after))
      // No call has an argument in an `#if`.
      if currents.contains(where: { $0.condition != nil }) { return [missing("a \(type)")] }
      // A property that keeps its key is the same one, whatever its name is.
      func former(of property: PrivateCopies.Property) -> PrivateCopies.Property? {
        formers.first { $0.name == property.name }
          ?? formers.first { other in other.key == property.key && !currents.contains { $0.name == other.name } }
      }
      let renamed = Self.renamed(formers, currents)
      var lines: [String] = []
      for (index, property) in currents.enumerated() {
        let former = former(of: property)
        var value: String?
        if let former, let from = former.type, let to = property.type, former.wrapper == nil, former.condition == nil {
          value = converted("old.\(SwiftName.spelled(former.name))", from: from, to: to)
        }
        let fact =
          former.map { "it was \($0.type.map { old.copied($0).description } ?? "of an unknown type")" }
          ?? renamed[property.name].map { "new; or old.\(SwiftName.spelled($0.name)), if that was renamed" } ?? "new"
        let end = index == currents.count - 1 ? "" : ","
        let remark = value == nil ? "  // \(fact)" : ""
        lines.append("  \(SwiftName.spelled(property.name)): \(value ?? missing(property.name))\(end)\(remark)")
      }
      let kept = Set(currents.map(\.name) + currents.compactMap { former(of: $0)?.name })
      let gone = formers.map(\.name).filter { !kept.contains($0) }
      let remark = gone.isEmpty ? [] : ["// The new shape has no \(gone.joined(separator: ", "))."]
      let name = new.copied(type).description
      return remark + (lines.isEmpty ? ["\(name)()"] : ["\(name)("] + lines + [")"])
    }

    /// Returns the old properties that new ones may replace, by the names of these: those of which no other one has the
    /// type.
    private static func renamed(_ old: [PrivateCopies.Property], _ new: [PrivateCopies.Property]) -> [String:
      PrivateCopies.Property]
    {
      let removed = old.filter { property in !new.contains { $0.name == property.name } }
      let added = new.filter { property in !old.contains { $0.name == property.name } }
      var found: [String: PrivateCopies.Property] = [:]
      for property in added where property.type != nil {
        let candidates = removed.filter { $0.type == property.type }
        if candidates.count == 1, added.count(where: { $0.type == property.type }) == 1 {
          found[property.name] = candidates[0]
        }
      }
      return found
    }

    private mutating func enumBody(from before: Shape, to after: Shape) -> [String] {
      var lines = ["switch old {"]
      for item in before.cases {
        let name = SwiftName.spelled(item.name)
        let now = after.cases.first { $0.name == item.name && $0.condition == nil }
        var values: [String]? = now?.parameters.count == item.parameters.count ? [] : nil
        for (index, (value, new)) in zip(item.parameters, now?.parameters ?? []).enumerated() {
          let converted = value.key == new.key ? converted("value\(index)", from: value.type, to: new.type) : nil
          let label = PrivateCopies.label(of: new, index).map { "\(SwiftName.spelled($0)): " } ?? ""
          values = converted.flatMap { argument in values.map { $0 + [label + argument] } }
        }
        if let values {
          let names = values.indices.map { "let value\($0)" }.joined(separator: ", ")
          lines.append("case .\(name)\(values.isEmpty ? "" : "(\(names))"):")
          lines.append("  .\(name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")")
        } else {
          lines += ["case .\(name):", "  " + missing("the old case \(item.name)")]
        }
      }
      return lines + ["}"]
    }

    /// Returns an expression of a new type from one of the old one; nil if only an author can tell.
    private mutating func converted(_ value: String, from former: SwiftType, to current: SwiftType) -> String? {
      // A copy of a type that is the same belongs to both.
      if old.copied(former) == new.copied(current) { return value }
      func mapped(_ element: String?, _ method: String) -> String? {
        element.map {
          $0 == "try migrated($0)" ? "try \(value).\(method)(migrated)" : "try \(value).\(method) { \($0) }"
        }
      }
      switch (former, current) {
      case (.optional(let old), .optional(let new)): return mapped(converted("$0", from: old, to: new), "map")
      case (_, .optional(let new)): return converted(value, from: former, to: new)
      case (.array(let old), .array(let new)): return mapped(converted("$0", from: old, to: new), "map")
      case (.dictionary(let key, let old), .dictionary(let newKey, let new)):
        guard self.old.copied(key) == self.new.copied(newKey) else { return nil }
        return mapped(converted("$0", from: old, to: new), "mapValues")
      case (.named, .named):
        if let number = Self.number(value, from: former, to: current) { return number }
        if former.name == "Set", current.name == "Set", let old = former.arguments.first,
          let new = current.arguments.first
        {
          return mapped(converted("$0", from: old, to: new), "map").map { "Set(\($0))" }
        }
        // Only a type of the same name, or the one that was renamed, is the same type.
        guard let before = old.type(former), let after = new.type(current), before.member.id == after.member.id,
          former.arguments.count == current.arguments.count
        else { return nil }
        need(Pair(old: former, new: current))
        return "try migrated(\(value))"
      default: return nil
      }
    }

    private static func number(_ value: String, from old: SwiftType, to new: SwiftType) -> String? {
      let ranks = [
        "Int8": 8, "Int16": 16, "Int32": 32, "Int64": 64, "Int": 64, "UInt8": 8, "UInt16": 16, "UInt32": 32,
        "Float": 24, "Double": 53,
      ]
      guard let from = ranks[old.description], let rank = ranks[new.description] else { return nil }
      // An `Int` has 32 bits on some watches.
      let to = new.description == "Int" ? 32 : rank
      let isSigned = { (type: SwiftType) in !type.description.hasPrefix("U") }
      let isWider = from < to && (isSigned(new) || !isSigned(old)) || from == to && isSigned(old) == isSigned(new)
      let isFraction = { (type: SwiftType) in ["Float", "Double"].contains(type.description) }
      return isWider && (isFraction(new) || !isFraction(old)) ? "\(new)(\(value))" : nil
    }

    private func missing(_ what: String) -> String { PrivateCopies.unwritten(PrivateCopies.literal(what)) }
  }

  extension ShapeSet.Member {
    /// The type as shapes spell it.
    var spelled: SwiftType { SwiftType(named: name.split(separator: ".").map(String.init)) }

    /// Returns the type's name in sources: with the module if another module has the name.
    func spelling(in shapes: ShapeSet) -> String {
      let isUnique = shapes.members.allSatisfy { $0.name != name || $0.module == module }
      return (isUnique ? name : id).split(separator: ".").map { SwiftName.spelled(String($0)) }.joined(separator: ".")
    }
  }
#endif
