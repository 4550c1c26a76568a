#if Nomadctl
  import NomadCheck

  /// Functions that make the types of today from their private copies.
  ///
  /// A value that nobody can derive is marked with a call that throws.
  struct ShapeConversion {
    let copies: PrivateCopies

    /// The stored types of that release, and those of today.
    let old: ShapeSet
    let new: ShapeSet

    /// Returns what the declaration of a type of today tells.
    let facts: (ShapeSet.Member) -> Facts

    /// What the declaration of a type of today tells besides its shape.
    struct Facts {
      /// Whether the tribe can name the type.
      var isVisible = false
      /// The properties of the memberwise initializer, in the order of the source; nil if there may be no initializer.
      var memberwise: [String]?
      /// The labels of each case's associated values.
      var labels: [String: [String?]] = [:]
    }

    /// The functions, each with its lines.
    private(set) var functions: [[String]] = []

    init(
      _ copies: PrivateCopies,
      from old: ShapeSet,
      to new: ShapeSet,
      facts: @escaping (ShapeSet.Member) -> Facts
    ) {
      (self.copies, self.old, self.new, self.facts) = (copies, old, new, facts)
      var (pending, known) = ([copies.root], Set(copies.root.map(\.id)))
      while !pending.isEmpty {
        let type = pending.removeFirst()
        guard let first = type.first else { continue }
        var needed: [[ShapeSet.Member]] = []
        functions.append(function(of: type, &needed))
        for type in needed where type.first.map({ $0.id != first.id && known.insert($0.id).inserted }) ?? false {
          pending.append(type)
        }
      }
    }

    /// Returns the function that makes one type of today from its copy.
    private mutating func function(of type: [ShapeSet.Member], _ needed: inout [[ShapeSet.Member]]) -> [String] {
      guard let before = type.first else { return [] }
      let after = Self.match(before, in: new)
      let copy = copies.name(of: before.spelling(in: old)) ?? ""
      let body: [String]
      if type.count == 1, after.count == 1, before.parameters.isEmpty, after[0].parameters.isEmpty {
        body = self.body(from: before, to: after[0], &needed)
      } else {
        body = [missing("a \(before.name)")]
      }
      let result = after.first?.spelling(in: new) ?? before.name
      return ["private static func migrated(_ old: \(copy)) throws -> \(result) {"] + body.map { "  " + $0 } + ["}"]
    }

    private mutating func body(
      from before: ShapeSet.Member,
      to after: ShapeSet.Member,
      _ needed: inout [[ShapeSet.Member]]
    ) -> [String] {
      switch (before.shape.isEnum, after.shape.isEnum) {
      case (true, true) where before.shape.cases.allSatisfy({ $0.condition == nil }) && !before.shape.cases.isEmpty:
        return enumBody(from: before.shape, to: after, &needed)
      case (false, false):
        guard before.shape.superclass == nil, let names = facts(after).memberwise else { break }
        return structBody(from: before.shape, to: after, names, &needed)
      default: break
      }
      if isUnchanged(before, after, []) {
        return ["try JSONDecoder().decode(\(after.spelling(in: new)).self, from: JSONEncoder().encode(old))"]
      }
      return ["// The tool cannot tell how to create a \(after.name).", missing("a \(after.name)")]
    }

    /// Whether a type of today decodes what its copy encodes, because its shape and those of its parts are the same.
    private func isUnchanged(_ before: ShapeSet.Member, _ after: ShapeSet.Member, _ outer: Set<String>) -> Bool {
      if outer.contains(before.id) { return true }
      let shape = before.shape
      guard shape == after.shape, shape.superclass == nil, shape.decoding == nil, shape.encoding == nil,
        shape.properties.allSatisfy({ $0.type != nil && $0.wrapper == nil && !$0.isWrittenOnly })
      else { return false }
      let types = shape.properties.compactMap(\.type) + shape.cases.flatMap { $0.parameters.map(\.type) }
      return types.flatMap { ShapeType($0).names }.allSatisfy { name in
        let (old, new) = (old.type(name), new.type(name))
        if old.isEmpty { return true }
        guard old.count == 1, new.count == 1, old[0].id == new[0].id else { return false }
        return isUnchanged(old[0], new[0], outer.union([before.id]))
      }
    }

    private mutating func structBody(
      from before: Shape,
      to after: ShapeSet.Member,
      _ names: [String],
      _ needed: inout [[ShapeSet.Member]]
    ) -> [String] {
      var lines: [String] = []
      for (index, name) in names.enumerated() {
        let property = after.shape.properties.first { $0.name == name }
        let end = index == names.count - 1 ? "" : ","
        let label = SwiftName.spelled(name)
        let was = before.properties.first { $0.name == name && !$0.isWrittenOnly }
        var value: String?
        if let was, let from = was.type, let to = property?.type, was.wrapper == nil, was.condition == nil {
          value = converted("old.\(label)", from: ShapeType(from), to: ShapeType(to), &needed)
        }
        let fact = was == nil ? "  // new" : "  // it was \(was?.type.map(copies.copied) ?? "of an unknown type")"
        lines.append("  \(label): \(value ?? missing(name))\(end)\(value == nil ? fact : "")")
      }
      let name = after.spelling(in: new)
      let kept = Set(names)
      let gone = before.properties.filter { !$0.isWrittenOnly && !kept.contains($0.name) }.map(\.name)
      let remark = gone.isEmpty ? [] : ["// A \(name) of today has no \(gone.joined(separator: ", "))."]
      return remark + (lines.isEmpty ? ["\(name)()"] : ["\(name)("] + lines + [")"])
    }

    private mutating func enumBody(
      from before: Shape,
      to after: ShapeSet.Member,
      _ needed: inout [[ShapeSet.Member]]
    ) -> [String] {
      let facts = facts(after)
      var lines = ["switch old {"]
      for item in before.cases {
        let name = SwiftName.spelled(item.name)
        let now = after.shape.cases.first { $0.name == item.name && $0.condition == nil }
        let labels = facts.labels[item.name] ?? []
        // Values that are not coded have no place in the shape.
        let isKnown = now?.parameters.count == item.parameters.count && labels.count == item.parameters.count
        var values: [String]? = isKnown ? [] : nil
        for (index, (value, new)) in zip(item.parameters, now?.parameters ?? []).enumerated() {
          let converted =
            value.key == new.key && isKnown
            ? converted("value\(index)", from: ShapeType(value.type), to: ShapeType(new.type), &needed) : nil
          let argument =
            !isKnown ? nil : converted.map { (labels[index].map { "\(SwiftName.spelled($0)): " } ?? "") + $0 }
          values = argument.flatMap { argument in values.map { $0 + [argument] } }
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

    /// Returns an expression of a type of today from one of the release; nil if only an author can tell.
    private func converted(
      _ value: String,
      from old: ShapeType,
      to new: ShapeType,
      _ needed: inout [[ShapeSet.Member]]
    ) -> String? {
      if old == new, !old.names.contains(where: { copies.name(of: $0) != nil }) { return value }
      func mapped(_ element: String?, _ method: String) -> String? {
        element.map {
          $0 == "try migrated($0)" ? "try \(value).\(method)(migrated)" : "try \(value).\(method) { \($0) }"
        }
      }
      switch (old, new) {
      case (.named(let before, []), .named(let after, [])):
        let (type, now) = (self.old.type(before), self.new.type(after))
        guard let first = type.first, Self.match(first, in: self.new).first?.id == now.first?.id, let today = now.first,
          facts(today).isVisible
        else {
          return nil
        }
        needed.append(type)
        return "try migrated(\(value))"
      case (.optional(let old), .optional(let new)): return mapped(converted("$0", from: old, to: new, &needed), "map")
      case (.array(let old), .array(let new)): return mapped(converted("$0", from: old, to: new, &needed), "map")
      case (.dictionary(let key, let old), .dictionary(let newKey, let new)):
        guard key == newKey, key.names.allSatisfy({ copies.name(of: $0) == nil }) else { return nil }
        return mapped(converted("$0", from: old, to: new, &needed), "mapValues")
      case (.named("Set", let old), .named("Set", let new)) where old.count == 1 && new.count == 1:
        return mapped(converted("$0", from: old[0], to: new[0], &needed), "map").map { "Set(\($0))" }
      case (_, .optional(let new)): return converted(value, from: old, to: new, &needed)
      default: return nil
      }
    }

    private func missing(_ what: String) -> String { PrivateCopies.unwritten(PrivateCopies.literal(what)) }

    /// Returns the type of today with the module and the name of another one.
    private static func match(_ type: ShapeSet.Member, in shapes: ShapeSet) -> [ShapeSet.Member] {
      shapes.members.filter { $0.id == type.id }
    }
  }

  extension ShapeSet.Member {
    /// Returns the type's name in sources: with the module if another module has the name.
    func spelling(in shapes: ShapeSet) -> String {
      let isUnique = shapes.members.allSatisfy { $0.name != name || $0.module == module }
      return (isUnique ? name : id).split(separator: ".").map { SwiftName.spelled(String($0)) }.joined(separator: ".")
    }
  }
#endif
