#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

  /// Private copies of a stored type and of the stored types in it, as some version stored them.
  ///
  /// The copies compile as they are written, and decode what that version encoded. An initializer that throws marks what
  /// the shapes do not tell.
  struct PrivateCopies {
    /// A property of a copy.
    struct Property {
      var name: String
      var key: String
      /// The type, with generic parameters; nil if it is not known.
      var type: SwiftType?
      var wrapper: SwiftType?
      var condition: String?
    }

    /// The type that was asked for.
    let root: [ShapeSet.Member]

    /// The copied types, the one that was asked for first.
    let types: [[ShapeSet.Member]]

    private let shapes: ShapeSet
    private var names: [String: String] = [:]
    /// The names of the copies whose values are hashed.
    private var hashed: Set<String> = []

    /// Collects the types to copy.
    ///
    /// - Parameters:
    ///   - root: The type.
    ///   - shapes: The stored types of the version.
    ///   - label: The version that the names of copies have; nil for the newest release that changed the type, or one in it.
    ///   - others: Copies of other versions, which are used for types that are the same.
    init(
      of root: [ShapeSet.Member],
      in shapes: ShapeSet,
      label: String? = nil,
      besides others: [PrivateCopies] = []
    ) {
      (self.root, self.shapes) = (root, shapes)
      var (types, known) = ([root], Set(root.map(\.id)))
      var next = 0
      while next < types.count {
        for use in types[next].flatMap({ Self.uses(of: $0, in: shapes) }) {
          let found = use.type.name.map(shapes.type) ?? []
          if let first = found.first, known.insert(first.id).inserted { types.append(found) }
        }
        next += 1
      }
      self.types = types
      let firsts = types.compactMap(\.first)
      let plain = Dictionary(firsts.map { (SwiftName.part($0.name), 1) }, uniquingKeysWith: +)
      for type in firsts {
        if let other = others.first(where: { $0.has(type.id, like: self) }), let name = other.names[type.id] {
          names[type.id] = name
          continue
        }
        let name = SwiftName.part(type.name)
        let isUnique = plain[name] == 1
        let version = label ?? newestRelease(in: type.id) ?? ""
        names[type.id] = "\(isUnique ? name : SwiftName.part(type.id))_\(SwiftName.part(version))"
      }
      hashed = Set(hashedTypes().compactMap { names[$0] })
    }

    /// Whether these copies have a type that is the same as in others, with all types in it.
    private func has(_ id: String, like other: PrivateCopies) -> Bool {
      other.contents(of: [id]).allSatisfy { id in
        let (own, others) = (members(id), other.members(id))
        return own.map(\.shape) == others.map(\.shape) && own.map(\.condition) == others.map(\.condition)
      }
    }

    /// Returns the newest release that changed a type or one in it.
    private func newestRelease(in id: String) -> String? {
      let releases = contents(of: [id]).flatMap(members).compactMap(\.release).compactMap { text in
        (try? TribeVersion(app: text)).map { (text: text, version: $0) }
      }
      return releases.max { $0.version < $1.version }?.text
    }

    /// Returns some types and those in them.
    private func contents(of ids: [String]) -> [String] {
      ids.closure { members($0).flatMap { Self.uses(of: $0, in: shapes) }.compactMap(self.id) }
    }

    /// The names of the copied types in sources, each with the name of its copy.
    var replacements: [(type: String, copy: String)] {
      types.compactMap(\.first).compactMap { type in names[type.id].map { (type.spelling(in: shapes), $0) } }
    }

    /// The copied types with their modules, each with the name of its copy.
    var copiedTypes: [(id: String, copy: String)] {
      types.compactMap(\.first).compactMap { type in names[type.id].map { (type.id, $0) } }
    }

    /// The name of the copy that was asked for.
    var name: String { root.first.flatMap { names[$0.id] } ?? "" }

    /// Returns a type with the copies in place of the stored types.
    func copied(_ type: SwiftType) -> SwiftType {
      type.mapped { part in
        guard let name = part.name, let first = shapes.type(name).first, let copy = names[first.id] else { return part }
        return .named([SwiftType.Component(name: copy, arguments: part.arguments)])
      }
    }

    /// Returns the stored type that a type names, with generic arguments in place of its parameters; nil if it is none,
    /// or if it differs between builds.
    func type(_ type: SwiftType) -> (member: ShapeSet.Member, shape: Shape)? {
      guard let name = type.name else { return nil }
      let found = shapes.type(name)
      guard let member = found.first, found.count == 1, names[member.id] != nil else { return nil }
      return (member, member.shape.with(type.arguments))
    }

    // MARK: Structure

    /// Returns the types that a shape names.
    private static func uses(of type: ShapeSet.Member, in shapes: ShapeSet, depth: Int = 0) -> [TypeUse] {
      let types =
        properties(of: type, in: shapes).compactMap(\.type) + type.shape.cases.flatMap { $0.parameters.map(\.type) }
      return types.flatMap { type in
        TypeUse.all(in: type) { name, index in
          // Sources with an error can have circles.
          guard depth < 8, let type = shapes.type(name).first else { return false }
          return hashes(index, in: type, of: shapes, depth: depth + 1)
        }
      }
    }

    /// Returns whether values of a type contain hashed values of a generic parameter.
    private static func hashes(_ index: Int, in type: ShapeSet.Member, of shapes: ShapeSet, depth: Int) -> Bool {
      uses(of: type, in: shapes, depth: depth).contains { $0.isHashed && $0.type == .parameter(index) }
    }

    /// Returns the properties of a type, in the order of its declaration.
    func properties(of type: ShapeSet.Member) -> [Property] {
      let places = Dictionary(zip(type.order, 0...)) { first, _ in first }
      let all = Self.properties(of: type, in: shapes)
      return all.filter { places[$0.name] != nil }.sorted { places[$0.name] ?? 0 < places[$1.name] ?? 0 }
        + all.filter { places[$0.name] == nil }
    }

    /// Returns the properties of a type and of its superclasses, as its data has them.
    private static func properties(of type: ShapeSet.Member, in shapes: ShapeSet, depth: Int = 0) -> [Property] {
      let shape = type.shape
      let written = shape.writtenKeys
      let own = (isPlain(shape) ? shape.decoding?.fields : nil).map { fields in
        fields.map { field in
          let property = shape.properties.first { [$0.key] == field.path }
          let key = field.path.first ?? ""
          let isShared = fields.count { ($0.property ?? $0.path.first) == field.property } > 1
          let name = (isShared ? nil : field.property) ?? property?.name ?? SwiftName.part(key)
          // A key that only older releases wrote may be missing.
          let type =
            written.contains(field.path) ? field.types.first : field.types.first.map { .optional($0.unwrapped) }
          return Property(name: name, key: key, type: type, condition: field.condition)
        }
      }
      let all = shape.properties.filter { !$0.isWrittenOnly }.map { property in
        Property(
          name: property.name,
          key: property.key,
          type: property.type,
          wrapper: property.wrapper,
          condition: property.condition
        )
      }
      // Sources with an error can have circles.
      guard let name = shape.superclass?.name, depth < 32, let superclass = shapes.type(name).first else {
        return own ?? all
      }
      return (own ?? all) + properties(of: superclass, in: shapes, depth: depth + 1)
    }

    /// Whether a copy with properties reads what a shape tells.
    private static func isPlain(_ shape: Shape) -> Bool {
      guard shape.isReadable, !(shape.isEnum && shape.decoding != nil) else { return false }
      return shape.decoding?.fields.allSatisfy { field in
        // A number is the place in a container without keys.
        field.path.count == 1 && field.types.count == 1 && !field.isTolerant && Int(field.path[0]) == nil
      } ?? true
    }

    /// Returns the copied types whose values are elements of sets or keys of dictionaries, and the types in these.
    private func hashedTypes() -> Set<String> {
      let uses = types.joined().flatMap { Self.uses(of: $0, in: shapes) }
      return Set(contents(of: uses.filter(\.isHashed).compactMap(id)))
    }

    /// Returns whether a value of a type could contain a value of the same type directly, through certain other types.
    private func containsItself(_ type: ShapeSet.Member, through isPassing: (ShapeSet.Member) -> Bool) -> Bool {
      func parts(of types: [ShapeSet.Member]) -> [String] {
        types.flatMap { Self.uses(of: $0, in: shapes) }.filter(\.isDirect).compactMap(id)
          .filter { id in id == type.id || members(id).allSatisfy(isPassing) }
      }
      return parts(of: [type]).closure { parts(of: members($0)) }.contains(type.id)
    }

    private func id(of use: TypeUse) -> String? { use.type.name.flatMap { shapes.type($0).first?.id } }

    private func members(_ id: String) -> [ShapeSet.Member] { types.joined().filter { $0.id == id } }

    // MARK: Text

    /// Returns the declarations of several copies, without indentation, and without those that exist already.
    static func text(of all: [PrivateCopies], besides existing: Set<String> = []) -> String {
      // Versions share a copy of a type that is the same in both. It is hashed if one of them needs that.
      let hashed = all.reduce(into: Set<String>()) { $0.formUnion($1.hashed) }
      var (declared, texts) = (existing, [String]())
      for copies in all {
        var hasUnknown = false
        for type in copies.types {
          guard let id = type.first?.id, let name = copies.names[id], declared.insert(name).inserted else { continue }
          hasUnknown = hasUnknown || copies.hasUnknown(type)
          texts += type.map { member in
            let lines = copies.declaration(of: member, isHashed: hashed.contains(name))
            return enclosed(lines, member.condition).joined(separator: "\n") + "\n"
          }
        }
        if hasUnknown { texts.append(copies.unknown) }
      }
      return texts.joined(separator: "\n")
    }

    /// Whether an author has to complete the copies.
    var isIncomplete: Bool {
      types.contains(where: hasUnknown)
        || types.joined().contains { !Self.isPlain($0.shape) || isInheritingUnknown($0) }
    }

    private func hasUnknown(_ type: [ShapeSet.Member]) -> Bool {
      type.contains { Self.properties(of: $0, in: shapes).contains { $0.type == nil } }
    }

    private var unknownName: String { "UnknownType_\(name)" }

    private var unknown: String {
      """
      /// Stands for each type that is not known. Write those types instead, and delete this one.
      private struct \(unknownName): Codable, Hashable {
        init(from decoder: any Decoder) throws {
          throw \(Self.unwritten(Self.literal("The type of a property")))
        }
      }

      """
    }

    private func isInheritingUnknown(_ type: ShapeSet.Member) -> Bool {
      type.shape.superclass.map { shapes.type($0.description).isEmpty } ?? false
    }

    private func text(of type: SwiftType, in member: ShapeSet.Member) -> String {
      copied(type).text { Self.parameter($0, of: member) }
    }

    private static func parameter(_ index: Int, of member: ShapeSet.Member) -> String {
      member.parameters.indices.contains(index) ? member.parameters[index] : "T\(index)"
    }

    /// The number of generic parameters that a type has, as far as its shape tells.
    private static func parameterCount(of type: ShapeSet.Member) -> Int {
      var count = type.parameters.count
      for part in type.shape.types {
        _ = part.mapped { part in
          if case .parameter(let index) = part { count = max(count, index + 1) }
          return part
        }
      }
      return count
    }

    private func declaration(of type: ShapeSet.Member, isHashed: Bool) -> [String] {
      let shape = type.shape
      let name = names[type.id] ?? ""
      let isKey = shape.isKey && shape.rawType.map { ["Int", "String"].contains($0) } ?? false
      let protocols =
        ["Codable"] + (isHashed ? ["Hashable"] : []) + (isKey ? ["CodingKeyRepresentable"] : [])
      // A struct with a raw type is coded as its raw value.
      let rawType = shape.rawType.map { [shape.isEnum ? $0 : "RawRepresentable"] } ?? []
      let isCircular =
        shape.isEnum
        ? rawType.isEmpty && containsItself(type) { _ in true } : containsItself(type) { !$0.shape.isEnum }
      let kind = shape.isEnum ? (isCircular ? "indirect enum" : "enum") : isCircular ? "final class" : "struct"
      let parameters = (0..<Self.parameterCount(of: type)).map { index in
        let isHashed = isHashed || Self.hashes(index, in: type, of: shapes, depth: 0)
        let constraint = "Codable\(isHashed ? " & Hashable" : "")"
        return "\(Self.parameter(index, of: type)): \(constraint)"
      }.joined(separator: ", ")
      let code = handWritten(in: type, name)
      let members =
        shape.isEnum ? enumMembers(of: type) : structMembers(of: type, hasInitializer: isCircular || !code.isEmpty)
      let head = "private \(kind) \(name)\(parameters.isEmpty ? "" : "<\(parameters)>")"
      let place = type.release.map { "as version \($0) stored it" } ?? "in the new shape"
      return ["/// `\(type.name)` \(place).", "\(head): \((rawType + protocols).joined(separator: ", ")) {"]
        + (members + code).map { $0.isEmpty ? "" : "  " + $0 } + ["}"]
    }

    private func structMembers(of type: ShapeSet.Member, hasInitializer: Bool) -> [String] {
      let properties = properties(of: type)
      let lines = properties.flatMap { property in
        let written = property.type.map { text(of: $0, in: type) } ?? unknownName
        let wrapper = property.type == nil ? nil : property.wrapper
        let remarks =
          (property.type == nil ? ["// The type of this property is not known."] : [])
          + (wrapper.map { ["// @\($0) is today's wrapper. If its coding has changed, copy the old one, too."] } ?? [])
        let line = "\(wrapper.map { "@\($0) " } ?? "")var \(SwiftName.spelled(property.name)): \(written)"
        return Self.enclosed(remarks + [line], property.condition)
      }
      let creation = hasInitializer ? initializer(properties, in: type) : []
      return lines + creation + keys("CodingKeys", properties.map { ($0.name, $0.key, $0.condition) })
    }

    /// Returns the memberwise initializer, which the compiler writes only for structures without another one.
    private func initializer(_ properties: [Property], in type: ShapeSet.Member) -> [String] {
      let list = properties.map { property in
        "\(SwiftName.spelled(property.name)): \(property.type.map { text(of: $0, in: type) } ?? unknownName)"
      }
      let lines = properties.map { "  self.\($0.name) = \(SwiftName.spelled($0.name))" }
      return ["", "init(\(list.joined(separator: ", "))) {"] + lines + ["}"]
    }

    private func enumMembers(of type: ShapeSet.Member) -> [String] {
      let shape = type.shape
      var lines = shape.cases.flatMap { item in
        var line = "case \(SwiftName.spelled(item.name))"
        if let raw = item.rawValue { line += " = \(raw)" }
        let values = item.parameters.enumerated().map { index, value in
          let label = Self.label(of: value, index)
          return (label.map { "\(SwiftName.spelled($0)): " } ?? "") + text(of: value.type, in: type)
        }
        if !values.isEmpty { line += "(\(values.joined(separator: ", ")))" }
        return Self.enclosed([line], item.condition)
      }
      guard shape.rawType == nil else { return lines }
      lines += keys("CodingKeys", shape.cases.map { ($0.name, $0.key, $0.condition) })
      for item in shape.cases {
        let values = item.parameters.enumerated().map { index, value -> (String, String, String?) in
          (Self.label(of: value, index) ?? value.key, value.key, nil)
        }
        let prefix = item.name.prefix(1).uppercased() + item.name.dropFirst()
        lines += Self.enclosed(keys("\(prefix)CodingKeys", values), item.condition)
      }
      return lines
    }

    /// Returns the label of an associated value in a copy: its key, unless that is no name; nil if it has none.
    static func label(of value: Shape.Case.Parameter, _ index: Int) -> String? {
      if value.key == "_\(index)" { return nil }
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

    /// Returns the methods for coding that the shape does not tell.
    private func handWritten(in type: ShapeSet.Member, _ name: String) -> [String] {
      let shape = type.shape
      // The compiler writes no coding for an enum without cases.
      let isEmpty = shape.isEnum && shape.cases.isEmpty
      let isUnread = !Self.isPlain(shape)
      guard isUnread || isEmpty || isInheritingUnknown(type) else { return [] }
      let place = type.release.map { "version \($0) of the sources" } ?? "the sources"
      let reason =
        isInheritingUnknown(type)
        ? "\(type.name) inherits from \(shape.superclass?.description ?? ""), whose shape is not known."
        : "\(type.name) has its own code for coding, which only \(place) has."
      return [
        "", "// \(reason)", "init(from decoder: any Decoder) throws {",
        "  throw " + Self.unwritten(Self.literal("\(name).init(from:), as in \(place),")), "}", "",
        "func encode(to encoder: any Encoder) throws {",
        "  throw " + Self.unwritten(Self.literal("\(name).encode(to:), as in \(place),")), "}",
      ]
    }

    /// Returns a call that throws, and that the check finds, in place of something that the author has to write.
    static func unwritten(_ literal: String) -> String { "try NomadError.unwritten(\(literal))" }

    static func literal(_ text: String) -> String { text.swiftLiteral }

    static func enclosed(_ lines: [String], _ condition: String?) -> [String] {
      guard let condition, !lines.isEmpty else { return lines }
      return ["#if \(condition)"] + lines + ["#endif"]
    }
  }
#endif
