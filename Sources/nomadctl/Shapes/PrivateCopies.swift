#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSyntax

  /// Private copies of a stored type and of the stored types in it, as a release stored them.
  ///
  /// The copies compile as they are written, and decode what the release encoded. An initializer that throws marks what
  /// the lock does not tell.
  struct PrivateCopies {
    /// The release, as it was given.
    let release: String

    /// The type that was asked for.
    let root: [ShapeSet.Member]

    /// The copied types, the one that was asked for first.
    let types: [[ShapeSet.Member]]

    private let shapes: ShapeSet
    private var names: [String: String] = [:]
    private var hashed: Set<String> = []

    /// Collects the types to copy.
    ///
    /// - Parameters:
    ///   - root: The type.
    ///   - release: The release.
    ///   - shapes: The stored types of that release.
    init(of root: [ShapeSet.Member], at release: String, in shapes: ShapeSet) {
      (self.release, self.root, self.shapes) = (release, root, shapes)
      var (types, known) = ([root], Set(root.map(\.id)))
      var next = 0
      while next < types.count {
        let parameters = Set(types[next].flatMap(\.parameters))
        for use in types[next].flatMap({ Self.uses(of: $0.shape, in: shapes) }) where !parameters.contains(use.name) {
          let found = shapes.type(use.name)
          if let first = found.first, known.insert(first.id).inserted { types.append(found) }
        }
        next += 1
      }
      self.types = types
      let firsts = types.compactMap(\.first)
      let plain = Dictionary(firsts.map { (SwiftName.part($0.name), 1) }, uniquingKeysWith: +)
      for type in firsts {
        let name = SwiftName.part(type.name)
        let isUnique = plain[name] == 1
        names[type.id] = "\(isUnique ? name : SwiftName.part(type.id))_\(SwiftName.part(release))"
      }
      hashed = hashedTypes()
    }

    /// Returns the name of the copy of a type; nil if the type is not copied.
    func name(of spelling: String) -> String? { shapes.type(spelling).first.flatMap { names[$0.id] } }

    /// The names of the copied types in sources, each with the name of its copy.
    var replacements: [(type: String, copy: String)] {
      types.compactMap(\.first).compactMap { type in names[type.id].map { (type.spelling(in: shapes), $0) } }
    }

    /// The name of the copy that was asked for.
    var name: String { root.first.flatMap { names[$0.id] } ?? "" }

    /// Returns a type with the copies in place of the stored types.
    func copied(_ type: String) -> String { ShapeType(type).text { name(of: $0) ?? $0 } }

    // MARK: Structure

    /// Returns the types that a shape names.
    private static func uses(of shape: Shape, in shapes: ShapeSet, depth: Int = 0) -> [ShapeType.Use] {
      let types =
        properties(of: shape, in: shapes).compactMap(\.type) + shape.cases.flatMap { $0.parameters.map(\.type) }
      return types.flatMap { type in
        ShapeType(type).uses { name, index in
          // Sources with an error can have circles.
          guard depth < 8, let type = shapes.type(name).first, index < type.parameters.count else { return false }
          return hashes(type.parameters[index], in: type.shape, of: shapes, depth: depth + 1)
        }
      }
    }

    /// Returns whether values of a shape contain hashed values of a generic parameter.
    private static func hashes(_ parameter: String, in shape: Shape, of shapes: ShapeSet, depth: Int) -> Bool {
      uses(of: shape, in: shapes, depth: depth).contains { $0.isHashed && $0.name == parameter }
    }

    /// Returns the properties of a shape and of its superclasses, without those that are never read.
    private static func properties(of shape: Shape, in shapes: ShapeSet, depth: Int = 0) -> [Shape.Property] {
      let own = shape.properties.filter { !$0.isWrittenOnly }
      // Sources with an error can have circles.
      guard let name = shape.superclass, depth < 32, let superclass = shapes.type(name).first else { return own }
      return own + properties(of: superclass.shape, in: shapes, depth: depth + 1)
    }

    /// Returns the copied types whose values are elements of sets or keys of dictionaries, and the types in these.
    private func hashedTypes() -> Set<String> {
      let uses = types.joined().flatMap { Self.uses(of: $0.shape, in: shapes) }
      let first = uses.filter(\.isHashed).compactMap { shapes.type($0.name).first?.id }
      return closure(of: first) { _ in true }
    }

    /// Returns whether a value of a type could contain a value of the same type directly, through certain other types.
    private func containsItself(_ type: ShapeSet.Member, through isPassing: (ShapeSet.Member) -> Bool) -> Bool {
      let parts = parts(of: type.id) { $0.isDirect }
      let reached = closure(of: parts.filter { id in members(id).allSatisfy(isPassing) || id == type.id }) { use in
        use.isDirect && shapes.type(use.name).allSatisfy { isPassing($0) || $0.id == type.id }
      }
      return reached.contains(type.id)
    }

    private func members(_ id: String) -> [ShapeSet.Member] { types.joined().filter { $0.id == id } }

    private func parts(of id: String, _ isIncluded: (ShapeType.Use) -> Bool) -> [String] {
      members(id).flatMap { Self.uses(of: $0.shape, in: shapes) }.filter(isIncluded)
        .compactMap { shapes.type($0.name).first?.id }
    }

    private func closure(of first: [String], _ isIncluded: (ShapeType.Use) -> Bool) -> Set<String> {
      var (found, pending) = (Set(first), first)
      while let id = pending.popLast() {
        for part in parts(of: id, isIncluded) where found.insert(part).inserted { pending.append(part) }
      }
      return found
    }

    // MARK: Text

    /// The declarations, without indentation.
    var text: String {
      let copies = types.flatMap { members in
        members.map { member in
          Self.enclosed(declaration(of: member), member.condition).joined(separator: "\n") + "\n"
        }
      }
      return (copies + (hasUnknown ? [unknown] : [])).joined(separator: "\n")
    }

    /// Whether an author has to complete the copies.
    var isIncomplete: Bool {
      hasUnknown || types.joined().contains { $0.shape.isReadByHand || isInheritingUnknown($0) }
    }

    private var hasUnknown: Bool {
      types.joined().contains { Self.properties(of: $0.shape, in: shapes).contains { $0.type == nil } }
    }

    private var unknownName: String { "UnknownType_\(SwiftName.part(release))" }

    private var unknown: String {
      """
      /// Stands for each type that is not in \(ReleaseLock.fileName). Write those types instead, and delete this one.
      private struct \(unknownName): Codable, Hashable {
        init(from decoder: any Decoder) throws {
          throw \(Self.unwritten(Self.literal("The type of a property")))
        }
      }

      """
    }

    private func isInheritingUnknown(_ type: ShapeSet.Member) -> Bool {
      type.shape.superclass.map { shapes.type($0).isEmpty } ?? false
    }

    private func declaration(of type: ShapeSet.Member) -> [String] {
      let shape = type.shape
      let name = names[type.id] ?? ""
      let protocols = ["Codable"] + (hashed.contains(type.id) ? ["Hashable"] : [])
      // A struct with a raw type is coded as its raw value.
      let rawType = shape.rawType.map { [shape.isEnum ? copied($0) : "RawRepresentable"] } ?? []
      let isCircular =
        shape.isEnum
        ? rawType.isEmpty && containsItself(type) { _ in true } : containsItself(type) { !$0.shape.isEnum }
      let kind = shape.isEnum ? (isCircular ? "indirect enum" : "enum") : isCircular ? "final class" : "struct"
      let parameters = type.parameters.map { parameter in
        let isHashed = Self.hashes(parameter, in: shape, of: shapes, depth: 0)
        return "\(parameter): Codable\(isHashed || hashed.contains(type.id) ? " & Hashable" : "")"
      }.joined(separator: ", ")
      let members = shape.isEnum ? enumMembers(of: shape, name) : structMembers(of: type)
      return ["/// `\(type.name)` as version \(release) stored it."]
        + [
          "private \(kind) \(name)\(parameters.isEmpty ? "" : "<\(parameters)>"): \((rawType + protocols).joined(separator: ", ")) {"
        ]
        + (members + handWritten(in: type, name)).map { $0.isEmpty ? "" : "  " + $0 } + ["}"]
    }

    private func structMembers(of type: ShapeSet.Member) -> [String] {
      // A memberwise initializer like that of the type lets a tribe use the copy in its place.
      let places = Dictionary(zip(type.order, 0...)) { first, _ in first }
      let all = Self.properties(of: type.shape, in: shapes)
      let properties =
        all.filter { places[$0.name] != nil }.sorted { places[$0.name] ?? 0 < places[$1.name] ?? 0 }
        + all.filter { places[$0.name] == nil }
      let lines = properties.flatMap { property in
        let type = property.type.map(copied) ?? unknownName
        let wrapper = property.type == nil ? nil : property.wrapper
        let remarks =
          (property.type == nil ? ["// \(ReleaseLock.fileName) does not tell the type of this property."] : [])
          + (wrapper.map { ["// @\($0) is today's wrapper. If its coding has changed, copy the old one, too."] } ?? [])
        let line = "\(wrapper.map { "@\($0) " } ?? "")var \(SwiftName.spelled(property.name)): \(type)"
        return Self.enclosed(remarks + [line], property.condition)
      }
      let keys = properties.map { ($0.name, $0.key, $0.condition) }
      return lines + self.keys("CodingKeys", keys)
    }

    private func enumMembers(of shape: Shape, _ name: String) -> [String] {
      var lines = shape.cases.flatMap { item in
        var line = "case \(SwiftName.spelled(item.name))"
        if let raw = item.rawValue { line += " = \(raw)" }
        let values = item.parameters.enumerated().map { index, value in
          (value.key == "_\(index)" ? "" : "\(SwiftName.spelled(Self.label(of: value, index))): ") + copied(value.type)
        }
        if !values.isEmpty { line += "(\(values.joined(separator: ", ")))" }
        return Self.enclosed([line], item.condition)
      }
      guard shape.rawType == nil else { return lines }
      lines += keys("CodingKeys", shape.cases.map { ($0.name, $0.key, $0.condition) })
      for item in shape.cases {
        let values = item.parameters.enumerated().map { index, value -> (String, String, String?) in
          (value.key == "_\(index)" ? value.key : Self.label(of: value, index), value.key, nil)
        }
        let prefix = item.name.prefix(1).uppercased() + item.name.dropFirst()
        lines += Self.enclosed(keys("\(prefix)CodingKeys", values), item.condition)
      }
      return lines
    }

    /// Returns a label for an associated value: its key, unless that is no name.
    private static func label(of value: Shape.Case.Parameter, _ index: Int) -> String {
      let isName =
        value.key.first.map { !$0.isNumber && value.key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
        ?? false
      return isName && value.key != "_" ? value.key : "value\(index)"
    }

    /// Returns an enum of coding keys; nothing if all of them are the names.
    private func keys(_ name: String, _ keys: [(name: String, key: String, condition: String?)]) -> [String] {
      guard keys.contains(where: { $0.name != $0.key }) else { return [] }
      let cases = keys.flatMap { name, key, condition in
        let value = name == key ? "" : " = \(Self.literal(key))"
        return Self.enclosed(["case \(SwiftName.spelled(name))\(value)"], condition)
      }
      return ["", "enum \(SwiftName.spelled(name)): String, CodingKey {"] + cases.map { "  " + $0 } + ["}"]
    }

    private func handWritten(in type: ShapeSet.Member, _ name: String) -> [String] {
      let shape = type.shape
      var lines: [String] = []
      // The compiler writes no coding for an enum without cases.
      let isEmpty = shape.isEnum && shape.cases.isEmpty
      let place = "version \(release) of the sources"
      if shape.isReadByHand || isEmpty || isInheritingUnknown(type) {
        let reason =
          isInheritingUnknown(type)
          ? "\(type.name) inherits from \(shape.superclass ?? ""), whose shape is not known."
          : "\(type.name) had its own \(shape.decoding == nil ? "code for coding" : "init(from:)"), which only \(place) has."
        lines += [
          "", "// \(reason)", "init(from decoder: any Decoder) throws {",
          "  throw " + Self.unwritten(Self.literal("\(name).init(from:), which \(place) has,")), "}",
        ]
      }
      if shape.encoding != nil || isEmpty {
        lines += [
          "", "// \(type.name) had its own encode(to:). A tribe that only decodes does not need it.",
          "func encode(to encoder: any Encoder) throws {",
          "  throw NomadError(.tribeFailed, \(Self.literal("\(name).encode(to:) is not written.")), "
            + "advice: \(Self.literal("Copy it from \(place).")))", "}",
        ]
      }
      return lines
    }

    /// Returns a call that throws, and that the check finds, in place of something that the author has to write.
    static func unwritten(_ literal: String) -> String { "try NomadError.unwritten(\(literal))" }

    static func literal(_ text: String) -> String { text.swiftLiteral }

    private static func enclosed(_ lines: [String], _ condition: String?) -> [String] {
      guard let condition, !lines.isEmpty else { return lines }
      return ["#if \(condition)"] + lines + ["#endif"]
    }
  }
#endif
