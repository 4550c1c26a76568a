import NomadGenCore
import NomadSyntax

/// A reader of the shape of one type from its declarations in one branch of an `#if`.
struct StoredTypeReader {
  let table: SymbolTable
  let resolver: TypeResolver
  let symbol: Symbol
  let primary: SymbolTable.ID
  /// The conditions of the builds that have the type.
  let branch: [Condition]
  /// The declaration and the extensions of these builds.
  let declarations: [SymbolTable.ID]
  private(set) var context: TypeContext
  var found: FoundStoredType
  /// The methods of coding that were read.
  var known: Set<ObjectIdentifier> = []
  /// Whether a hand-written method codes the type, in one direction at least.
  private(set) var hasMethods = false

  /// Reads the shape.
  ///
  /// - Parameters:
  ///   - symbol: The type.
  ///   - primary: Its declaration.
  ///   - resolver: The lookup of the types that it names.
  init(_ symbol: Symbol, at primary: SymbolTable.ID, _ resolver: TypeResolver) {
    (table, self.resolver, self.symbol, self.primary) = (resolver.table, resolver, symbol, primary)
    let declaration = table[primary]
    branch = declaration.conditions
    declarations = table.declarationIDs[symbol, default: []].filter { [table, branch] id in
      id == primary || table[id].is(.extension) && !Condition.areExclusive(table[id].conditions, branch)
    }
    context = TypeContext(scopes: table.scopes(within: primary), conditions: branch)
    context.parameters = resolver.parameters(in: context.scopes)
    context.own = SwiftType(named: resolver.spelling(of: symbol))
    found = FoundStoredType(
      type: StoredType(
        module: table.module(of: symbol),
        name: table.qualifiedName(of: symbol),
        shape: Shape(),
        condition: Condition.name(of: branch),
        location: declaration.location
      ),
      symbol: symbol
    )
    let around = sequence(first: primary) { [table] id in
      table[id].parent.map { SymbolTable.ID(file: id.file, declaration: $0) }
    }
    found.type.isPrivate = around.contains { [table] in table[$0].access?.isPrivate == true }
    // A type of the same name as a parameter is another one.
    found.names = Set(context.parameters.keys)
    readCode()
    hasMethods = !known.isEmpty
    if declaration.is(.enum) { readEnum() } else { readProperties() }
    // A type without members, such as a strategy, has nothing to decode.
    let isEmpty = found.type.shape.properties.isEmpty && found.type.shape.cases.isEmpty
    found.type.shape.isDecoded = isEmpty || mayBeDecoded
    // The types of members need not be named a second time.
    let coded = found.type.shape.coded
    found.type.shape.coded = []
    found.type.shape.coded = coded.subtracting(found.type.shape.typeNames)
  }

  /// Whether hand-written methods code the type in both directions.
  private var isCodedByHand: Bool { found.type.shape.isCodedByHand }

  /// Whether the type is `Decodable`, unless a macro or a declaration that was not seen makes it so.
  private var mayBeDecoded: Bool {
    let names = table.ancestry(of: symbol).foreign
    let own = [Library.stored, "\(Library.core).\(Library.stored)"]
    return StandardProtocols.closure(of: names).contains("Decodable")
      || declarations.contains { [table] in !table[$0].attributes.isEmpty }
      || names.contains { !StandardProtocols.isListed($0) && !own.contains($0) }
  }

  /// Notes what cannot be read, unless hand-written code decides in any case.
  private mutating func addDoubt(_ name: String, at location: Location) {
    if !isCodedByHand { found.type.unresolved.append((name, location)) }
  }

  // MARK: Properties

  private mutating func readProperties() {
    let conformances = StandardProtocols.closure(of: table.ancestry(of: symbol).foreign)
    let superclass = readSuperclass()
    found.type.shape.superclass = superclass
    // A subclass of a class with coding does not code its own properties by itself.
    guard superclass == nil || declarations.contains(where: hasCode) else { return }
    let keys = codingKeys("CodingKeys")
    let hasOthers = readOthers(than: table[primary].properties.map(\.name), in: keys)
    for property in table[primary].properties where !property.isLazy {
      let coded = keys.keys(of: property.name, within: branch.union(property.conditions), orName: hasOthers)
      guard !coded.isEmpty else { continue }
      let type = resolvedType(of: property)
      let wrapper = wrapper(of: property)
      if let type { add(type, at: property.location) }
      found.type.places[property.name] = property.location
      for key in coded {
        found.type.shape.properties.append(
          Shape.Property(
            name: property.name,
            key: key.key,
            type: type.flatMap { $0.isUnknown ? nil : $0.type },
            wrapper: wrapper,
            isWrittenOnly: property.isConstant && property.value != nil,
            condition: name(of: key.conditions)
          )
        )
      }
    }
    guard conformances.contains("RawRepresentable"), !isCodedByHand else { return }
    // Such a type is coded as its raw value alone.
    let raw = found.type.shape.properties.filter { $0.name == "rawValue" }
    let type = raw.isEmpty ? readRawValue() : raw[0].type
    if let type, !WellKnownTypes.raw.contains(type.description) { return }
    found.type.shape.rawType = type?.description
    found.type.shape.properties =
      raw.isEmpty && type != nil ? [Shape.Property(name: "rawValue", key: "rawValue", type: type)] : raw
    if type == nil, raw.isEmpty { addDoubt("RawRepresentable", at: found.type.location) }
    readRawInitializer()
    readConstants()
  }

  /// Notes the code of an `init(rawValue:)`, which may refuse values.
  private mutating func readRawInitializer() {
    for id in declarations {
      for coder in table[id].coders where coder.kind == .rawValue {
        addCode(coder.name, in: id.file, coder.body, of: coder)
      }
    }
  }

  /// Reads the constants of a type that is coded as its raw value, such as the bits of an option set.
  private mutating func readConstants() {
    for id in declarations {
      for constant in table.files[id.file].constants where constant.parent == id.declaration {
        guard let value = constant.rawValue else { continue }
        found.type.shape.cases.append(
          Shape.Case(
            name: constant.name.text,
            key: constant.name.text,
            rawValue: RawNumber(shifted: value)?.text ?? (StringLiteral.value(of: value) ?? value).swiftLiteral,
            condition: name(of: branch.union(constant.conditions))
          )
        )
      }
    }
  }

  /// Returns the type of a computed raw value, whose code counts; nil if it is not certain.
  private mutating func readRawValue() -> SwiftType? {
    guard let property = readComputed(["rawValue"], in: declarations, as: "rawValue"), let written = property.type
    else {
      return nil
    }
    let type = resolver.resolve(SwiftType(written), in: context)
    found.names.formUnion(type.names)
    return type.unresolved.isEmpty ? type.type : nil
  }

  func resolvedType(of property: StoredProperty) -> ResolvedType? {
    var context = context
    context.conditions = branch.union(property.conditions)
    if let type = property.type { return resolver.resolve(SwiftType(type), in: context) }
    return property.value.flatMap { self.type(of: $0, in: context) }
  }

  private func type(of value: StoredProperty.Value, in context: TypeContext, depth: Int = 0) -> ResolvedType? {
    switch value {
    case .literal(let type): return ResolvedType(type: SwiftType(type))
    case .typed(let type): return resolver.resolve(SwiftType(type), in: context)
    case .call(let called, let hasArguments):
      if let type = typeOfMember(called, in: context, depth), !type.isUnknown { return type }
      return typeOfCall(called, hasArguments, in: context)
    case .member(let path): return typeOfMember(path, in: context, depth)
    case .other: return nil
    }
  }

  /// Returns the type of a call such as `Note(…)`; nil if it is not certain.
  private func typeOfCall(_ called: TypeText, _ hasArguments: Bool, in context: TypeContext) -> ResolvedType? {
    let written = SwiftType(called)
    let type = resolver.resolve(written, in: context)
    let unknown = ResolvedType.unknown(type.names)
    guard type.unresolved.isEmpty else { return unknown }
    guard case .named(let path) = written else { return type }
    let lacksArguments = path.last?.arguments.isEmpty != false
    if let declared = type.types.last, type.type.name == resolver.name(of: declared) {
      let all = ([declared] + table.ancestry(of: declared).declared).flatMap(table.declarations(of:))
      let mayFail = all.flatMap(\.initializers).contains(where: \.isFailable)
      // The initializer of an enum with arguments is nearly always `init(rawValue:)`, which may return nil.
      let isEnum = all.contains { $0.is(.enum) }
      let isGeneric = table.declarations(of: declared).contains { !$0.parameters.isEmpty }
      return mayFail || isEnum || isGeneric && type.type.arguments.isEmpty ? unknown : type
    }
    if !type.types.isEmpty || type.type.path == nil { return type }
    let name = path.last?.name ?? ""
    if lacksArguments, WellKnownTypes.generic[name] != nil { return unknown }
    return hasArguments && !WellKnownTypes.infallible.contains(name) ? unknown : type
  }

  /// Returns the type of a case such as `Theme.dark` or `Figure.circle(…)` or of a member such as `Date.distantPast` or
  /// `Config.initial`, or an unknown type; nil if the path has one name.
  private func typeOfMember(_ path: TypeText, in context: TypeContext, _ depth: Int) -> ResolvedType? {
    guard case .named(var owner) = SwiftType(path), owner.count > 1, depth < 8 else { return nil }
    let name = owner.removeLast().name
    let type = resolver.resolve(.named(owner), in: context)
    if WellKnownTypes.names.contains(type.type.description), WellKnownTypes.ownMembers.contains(name) { return type }
    guard let symbol = type.types.last, type.type.name == resolver.name(of: symbol) else {
      return .unknown(type.names)
    }
    let declarations = table.declarations(of: symbol)
    let isWhole = owner.last?.arguments.isEmpty == false || declarations.allSatisfy(\.parameters.isEmpty)
    if isWhole, declarations.contains(where: { $0.cases.contains { $0.name == name } }) { return type }
    return typeOfConstant(name, of: symbol, depth) ?? .unknown(type.names)
  }

  /// Returns the type of a static constant; nil if that is not certain.
  private func typeOfConstant(_ name: String, of symbol: Symbol, _ depth: Int) -> ResolvedType? {
    let ids = table.declarationIDs[symbol, default: []].filter { !Condition.areExclusive(table[$0].conditions, branch) }
    let found = ids.flatMap { id in
      table.files[id.file].constants.filter { $0.parent == id.declaration && $0.name.text == name }.map { (id, $0) }
    }
    guard let (id, constant) = found.first, found.count == 1 else { return nil }
    var place = TypeContext(scopes: table.scopes(within: id), conditions: branch)
    place.own = SwiftType(named: resolver.spelling(of: symbol))
    if let type = constant.type {
      guard !type.components.isEmpty else { return nil }
      let found = resolver.resolve(SwiftType(TypeText([.path(type)])), in: place)
      return found.unresolved.isEmpty ? found : nil
    }
    return constant.value.flatMap { self.type(of: $0, in: place, depth: depth + 1) }
  }

  private mutating func wrapper(of property: StoredProperty) -> SwiftType? {
    // The first of several wrappers contains the others.
    property.wrappers.reversed().reduce(nil) { inner, written in
      let type = resolver.resolve(SwiftType(written), in: context)
      add(type, at: property.location, isWrapper: true)
      readOverloads(for: type)
      guard let inner, case .named(var path) = type.type, !path.isEmpty else { return type.type }
      path[path.count - 1].arguments.append(inner)
      return .named(path)
    }
  }

  /// Notes the types in one that is coded.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - location: The place that names it.
  ///   - isWrapper: Whether it is a property wrapper.
  ///   - isField: Whether a hand-written method names it, and not a property.
  mutating func add(_ type: ResolvedType, at location: Location, isWrapper: Bool = false, isField: Bool = false) {
    // Hand-written code cannot use the coding of a type that has none.
    for symbol in type.types where !hasMethods || table.isCoded(symbol) { note(symbol) }
    // A strategy, for example, is not coded itself.
    for part in type.types where !table.isCoded(part) { readHelpers(of: part, named: nil) }
    found.names.formUnion(type.names)
    for name in Set(type.unresolved).sorted() {
      let doubt = isWrapper ? "@\(name)" : name
      if isField {
        found.type.unresolved.append((doubt, location))
      } else {
        addDoubt(doubt, at: location)
      }
    }
  }

  /// Notes a declared type under its name in shapes.
  mutating func note(_ symbol: Symbol) { found.symbols[resolver.name(of: symbol)] = symbol }

  private mutating func codingKeys(_ name: String) -> CodingKeySets {
    let keys = CodingKeySets(name, of: symbol, at: primary, within: branch, in: table)
    found.names.formUnion(keys.names)
    if keys.areUnreadable { found.type.unresolved.append((name, found.type.location)) }
    for keys in keys.enums {
      if table.names.parent(of: keys) != symbol { found.names.insert(table.names.name(of: keys)) }
      let all = ([keys] + table.ancestry(of: keys).declared).flatMap { table.declarationIDs[$0, default: []] }
      _ = readComputed(["rawValue", "stringValue"], in: all, as: name)
    }
    return keys
  }

  /// Returns the superclass if it has coding.
  private mutating func readSuperclass() -> SwiftType? {
    guard table[primary].is(.class), let reference = table[primary].inherited.first else { return nil }
    let name = reference.components.map(\.text).joined(separator: ".")
    for sense in table.lookup(reference, in: primary) {
      switch sense.meaning {
      case .declared(let parent) where table.isDeclared(parent):
        guard table.declaring[parent, default: []].contains(where: { table[$0].is(.class) }) else { return nil }
        guard table.isCoded(parent) else { return nil }
        // The generic arguments of a superclass are not read.
        if table.declarations(of: parent).contains(where: { !$0.parameters.isEmpty }) {
          found.type.unresolved.append((name, found.type.location))
          let head = table[primary].head.map { $0.components.map(\.text).joined(separator: ".") }
          addCode(name, in: primary.file, words: head.sorted())
        }
        note(parent)
        return SwiftType(named: resolver.spelling(of: parent))
      case .foreign:
        // A class of an operating system has no coding.
        let last = reference.components.last?.text ?? name
        if WellKnown.isType(last) || StandardProtocols.isListed(last) { continue }
        found.names.formUnion(reference.components.map(\.text))
        found.type.unresolved.append((name, found.type.location))
      case .declared, .root: break
      }
    }
    return nil
  }

  // MARK: Enums

  private mutating func readEnum() {
    found.type.shape.isEnum = true
    if !isCodedByHand { readRawType() }
    if found.type.shape.rawType != nil { readRawInitializer() }
    let rawType = found.type.shape.rawType
    let keys = rawType == nil ? codingKeys("CodingKeys") : nil
    let hasOthers = keys.map { readOthers(than: table[primary].cases.map(\.name), in: $0) } ?? false
    var raw = RawValues(type: rawType)
    // A computed raw value is not the literal of its case.
    let isRaw = rawType != nil && !found.code.contains { $0.part == .code("rawValue") }
    for entry in table[primary].cases {
      found.type.places[entry.name] = entry.location
      let value = isRaw ? raw.value(of: entry) : nil
      if isRaw, value == nil { addDoubt("raw value of '\(entry.name)'", at: entry.location) }
      let conditions = branch.union(entry.conditions)
      let coded =
        keys?.keys(of: entry.name, within: conditions, orName: hasOthers)
        ?? [.init(key: entry.name, conditions: conditions)]
      guard !coded.isEmpty else { continue }
      let parameters = parameters(of: entry)
      for key in coded {
        found.type.shape.cases.append(
          Shape.Case(
            name: entry.name,
            key: key.key,
            rawValue: value,
            parameters: parameters,
            condition: name(of: key.conditions)
          )
        )
      }
    }
  }

  private mutating func readRawType() {
    let conformances = StandardProtocols.closure(of: table.ancestry(of: symbol).foreign)
    let hasValues = table[primary].cases.contains { $0.rawValue != nil }
    if let reference = table[primary].inherited.first {
      let senses = table.lookup(reference, in: primary)
      for sense in senses {
        if let name = sense.foreignName, WellKnownTypes.raw.contains(name) { found.type.shape.rawType = name }
      }
      if senses.contains(where: isUncodedRaw) { return }
      let name = reference.components.map(\.text).joined(separator: ".")
      if found.type.shape.rawType == nil, hasValues {
        found.type.shape.rawType = name
        found.names.formUnion(reference.components.map(\.text))
        found.type.unresolved.append((name, found.type.location))
      } else if found.type.shape.rawType == nil, mayBeRaw(senses) {
        found.names.formUnion(reference.components.map(\.text))
        addDoubt(name, at: found.type.location)
      }
    }
    guard conformances.contains("RawRepresentable") else { return }
    let type = readRawValue()
    guard found.type.shape.rawType == nil else { return }
    if let type {
      if WellKnownTypes.raw.contains(type.description) { found.type.shape.rawType = type.description }
    } else {
      addDoubt("RawRepresentable", at: found.type.location)
    }
  }

  /// Whether a name is of a raw type that is not coded: the names of the enum's cases are coded instead.
  private func isUncodedRaw(_ sense: SymbolTable.Sense) -> Bool {
    if case .declared(let raw) = sense.meaning {
      return table.declaring[raw, default: []].contains { !table[$0].is(.protocol) }
    }
    return sense.foreignName.map(WellKnownTypes.uncodedRaw.contains) ?? false
  }

  /// Whether the first name that an enum inherits may be a raw type, because no checked source declares it.
  private func mayBeRaw(_ senses: [SymbolTable.Sense]) -> Bool {
    let cases = table[primary].cases
    guard !cases.isEmpty, cases.allSatisfy(\.parameters.isEmpty) else { return false }
    return senses.compactMap { $0.foreignName.flatMap(NameTree.lastName) }
      .contains { !WellKnown.isType($0) && !StandardProtocols.isListed($0) }
  }

  private mutating func parameters(of entry: EnumCase) -> [Shape.Case.Parameter] {
    guard !entry.parameters.isEmpty else { return [] }
    let keys = codingKeys(entry.name.prefix(1).uppercased() + entry.name.dropFirst() + "CodingKeys")
    var context = context
    context.conditions = branch.union(entry.conditions)
    return entry.parameters.enumerated().compactMap { index, parameter in
      let name = parameter.label ?? "_\(index)"
      guard let key = keys.keys(of: name, within: context.conditions).first else { return nil }
      let type = resolver.resolve(SwiftType(parameter.type), in: context)
      add(type, at: entry.location)
      return Shape.Case.Parameter(key: key.key, type: type.type)
    }
  }

  /// Returns the condition of a member, beyond those of its type.
  func name(of conditions: [Condition]) -> String? {
    Condition.name(of: conditions.filter { !branch.contains($0) })
  }
}

/// The raw values of an enum's cases, in the order of the source.
private struct RawValues {
  /// The raw type.
  let type: String?
  /// The number that the next case has; nil if it is not certain.
  private var next: RawNumber? = RawNumber(magnitude: 0)
  /// The conditions under which ``next`` is certain.
  private var conditions: [Condition] = []

  init(type: String?) { self.type = type }

  /// Returns the raw value of the next case as a literal; nil if it is not certain.
  mutating func value(of entry: EnumCase) -> String? {
    if type == "String" {
      let text = entry.rawValue.map { StringLiteral.value(of: $0) } ?? entry.name
      return text.map(\.swiftLiteral)
    }
    // A case of another branch may precede this one only in some builds.
    let isCertain = conditions.allSatisfy(entry.conditions.contains)
    let number = entry.rawValue.map { RawNumber($0) } ?? (isCertain ? next : nil)
    next = number?.next
    conditions = entry.conditions
    if let number { return type.map { number.text(as: $0) } }
    guard let written = entry.rawValue else { return nil }
    let digits = written.filter { $0 != " " && $0 != "_" }
    // An integer with too many digits is not the same as the nearest number with a fraction.
    let isFraction = digits.contains { ".eEpP".contains($0) } || WellKnownTypes.floats[type ?? ""] != nil
    return isFraction ? Double(digits).map { "\($0)" } : StringLiteral.value(of: written).map(\.swiftLiteral)
  }
}

extension Condition {
  /// Returns the text of the condition that holds if all the given ones hold; nil if there are none.
  static func name(of conditions: [Condition]) -> String? {
    conditions.count < 2 ? conditions.first?.text : text(of: conditions)
  }
}
