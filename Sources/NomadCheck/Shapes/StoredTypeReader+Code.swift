package import NomadGenCore
import NomadSyntax

/// The code that decides how a type is coded: hand-written methods, what they use, and macros.
extension StoredTypeReader {
  mutating func readCode() {
    var all = declarations
    let ancestry = table.ancestry(of: symbol)
    let isProtocol = { [table] (symbol: Symbol) in
      table.declaring[symbol, default: []].contains { table[$0].is(.protocol) }
    }
    let foreign = StandardProtocols.closure(of: ancestry.foreign)
    // The extension of a protocol may give its types the methods.
    for ancestor in ancestry.declared.filter(isProtocol) + foreign.sorted().flatMap({ table.named[$0, default: []] }) {
      all += table.declarationIDs[ancestor, default: []].filter { [table, branch] id in
        table[id].is(.extension) && !Condition.areExclusive(table[id].conditions, branch)
          && table.meets(ancestry, requirementsOf: id) != false
      }
    }
    for id in all {
      for coder in table[id].coders where isWitness(coder, in: id) { readMethod(coder, in: id) }
    }
    if foreign.contains("CodingKeyRepresentable") {
      found.type.shape.isKey = true
      _ = readComputed(["codingKey"], in: declarations, as: "CodingKeyRepresentable")
    }
    readMacros()
  }

  /// Notes the macros that are attached to the type, which may change what it stores.
  private mutating func readMacros() {
    for id in declarations {
      for use in table[id].attributes {
        // A declared type is a global actor.
        let meaning = table.find(use.name, in: table.scopes(around: id))?.symbol
        if meaning.map(table.isDeclared) == true { continue }
        found.names.insert(use.name)
        found.type.unresolved.append(("@\(use.name)", use.location))
        addCode("@\(use.name)", in: id.file, words: [use.name] + use.arguments.sorted())
      }
    }
  }

  mutating func addCode(
    _ name: String,
    in file: Int,
    _ range: Range<Int> = 0..<0,
    of coder: Coder? = nil,
    words: [String] = []
  ) {
    add(.code(name), in: file, range, of: coder, words: words)
  }

  private mutating func add(
    _ part: FoundStoredType.Code.Part,
    in file: Int,
    _ range: Range<Int>,
    of coder: Coder?,
    _ conditions: [Condition] = [],
    words: [String] = []
  ) {
    found.code.append(
      FoundStoredType.Code(
        part: part,
        type: table.names.name(of: symbol),
        file: file,
        range: range,
        parameter: coder?.parameter ?? "",
        conditions: conditions,
        words: words
      )
    )
  }

  /// Whether a declaration has a hand-written method of coding.
  func hasCode(_ id: SymbolTable.ID) -> Bool { table[id].coders.contains { known.contains(ObjectIdentifier($0)) } }

  /// Whether a method is one that coding calls, by the type of its parameter.
  private mutating func isWitness(_ coder: Coder, in id: SymbolTable.ID) -> Bool {
    guard coder.kind == .decoder || coder.kind == .encoder, coder.type.paths.count == 1 else { return false }
    for piece in coder.type.pieces {
      switch piece {
      case .text(let text): if !Self.specifiers.contains(text) { return false }
      case .path(let path):
        found.names.formUnion(path.components.map(\.text))
        let name = coder.kind == .decoder ? "Decoder" : "Encoder"
        let senses = table.lookup(path, from: table.scopes(within: id))
        if !senses.contains(where: { $0.foreignName == name }) { return false }
      }
    }
    return true
  }

  /// The tokens that can be part of the type of a method's parameter without making it another one.
  private static let specifiers: Set<String> = [
    " ", "(", ")", "__owned", "__shared", "any", "borrowing", "consuming", "sending",
  ]

  // MARK: Methods

  /// Reads an `init(from:)` or an `encode(to:)`.
  private mutating func readMethod(_ coder: Coder, in id: SymbolTable.ID) {
    guard known.insert(ObjectIdentifier(coder)).inserted, let text = table.files[id.file].text else { return }
    let isDecoding = coder.kind == .decoder
    let place = FoundStoredType.code(isDecoding)
    let body = CodingReader.body(of: coder, in: text)
    var values: [CodedValue] = []
    var rest = body.rest
    for use in body.uses {
      guard let path = path(of: use, in: id) else {
        rest.append(use.statement)
        continue
      }
      let type = type(of: use, in: id)
      let condition = name(of: branch.union(table[id].conditions).union(use.conditions))
      let known = type?.isUnknown == false ? type?.type : nil
      values.append(
        CodedValue(
          use: use,
          isDecoding: isDecoding,
          path: path,
          property: property(of: use, path),
          type: known,
          condition: condition
        )
      )
      // What a calculation encodes is not known, so its words count.
      let isCalculated = type == nil && (use.type != nil || use.value != nil)
      for statement in (isCalculated ? [use.statement] : []) + use.code {
        let part = FoundStoredType.Code.Part.field(
          isDecoding: isDecoding,
          path: path,
          type: known ?? Shape.unknown,
          condition: condition
        )
        add(part, in: id.file, statement, of: coder)
      }
      if let type { add(type, at: use.location, isField: true) }
    }
    var code = found.type.shape[keyPath: place] ?? Shape.Code()
    code.fields += CodedValue.fields(of: values)
    found.type.shape[keyPath: place] = code
    let sums = [(\Shape.Code.others, body.others), (\.labels, body.labels), (\.statements, rest)]
    for (part, ranges) in sums {
      for range in ranges {
        add(.sum(part, isDecoding: isDecoding), in: id.file, range, of: coder, body.conditions[range.lowerBound] ?? [])
      }
    }
    // Only these can use a key that is not written, and call a helper.
    if !rest.isEmpty { for id in declarations { readKeys(in: id) } }
    if !rest.isEmpty || body.uses.contains(where: { !$0.code.isEmpty }) { readUses(of: coder, in: id) }
  }

  /// Returns the property whose value a statement codes; nil if that is not known, or has the name that the key tells.
  private func property(of use: CodingUse, _ path: [String]) -> String? {
    var name = use.property
    if case .property(let property) = use.value { name = property }
    let properties = found.type.shape.properties
    // The statements tell it for a value without a key.
    guard let name, case .key = use.path.last, table[primary].properties.contains(where: { $0.name == name }) else {
      return nil
    }
    return name == properties.first { [$0.key] == path }?.name ?? path.joined(separator: ".") ? nil : name
  }

  /// Returns the keys to a value; nil if one of them cannot be read.
  private mutating func path(of use: CodingUse, in id: SymbolTable.ID) -> [String]? {
    var keys: [String] = []
    for step in use.path {
      switch step {
      case .index(let index): keys.append("\(index)")
      case .key(let name, let type):
        guard let key = key(name, of: type, in: id) else { return nil }
        keys.append(key)
      }
    }
    return keys
  }

  /// Returns the text of a key; nil if it cannot be read.
  private mutating func key(_ name: String, of type: SwiftType, in id: SymbolTable.ID) -> String? {
    let place = TypeContext(scopes: table.scopes(within: id), own: context.own, conditions: branch)
    let keys = resolver.resolve(type, in: place)
    guard let symbol = keys.types.last, keys.types.count == 1 else {
      // The compiler writes the keys of a type that has none.
      return type.path?.last == "CodingKeys" ? name : nil
    }
    if table.names.parent(of: symbol) != self.symbol { found.names.formUnion(keys.names) }
    let ids = table.declaring[symbol, default: []].filter { !Condition.areExclusive(table[$0].conditions, branch) }
    let texts = Set(ids.map { CodingKeySets.key(of: name, in: $0, of: table) })
    guard texts.count == 1, let text = texts.first, let text else { return nil }
    let all = ([symbol] + table.ancestry(of: symbol).declared).flatMap { table.declarationIDs[$0, default: []] }
    _ = readComputed(["rawValue", "stringValue"], in: all, as: relativeName(of: symbol))
    return text
  }

  /// Returns the type of a value; nil if it is not known.
  private func type(of use: CodingUse, in id: SymbolTable.ID) -> ResolvedType? {
    var place = context
    place.conditions = branch.union(use.conditions)
    if table.symbol(of: id) != symbol || !table[id].is(.extension) { place.scopes = table.scopes(within: id) }
    if let type = use.type { return resolver.resolve(type, in: place) }
    func property(_ name: String) -> ResolvedType? {
      table[primary].properties.first { $0.name == name }.flatMap(resolvedType)
    }
    switch use.value {
    case .property(let name): return property(name)
    case .literal(let type): return ResolvedType(type: SwiftType(type))
    case .call(let type):
      let found = resolver.resolve(type, in: place)
      return found.types.isEmpty || !found.unresolved.isEmpty ? nil : found
    case .rawValue(let name):
      guard let type = property(name), let symbol = type.types.last, type.type.name == resolver.name(of: symbol) else {
        return nil
      }
      let raw = table.declaring[symbol, default: []].compactMap { table[$0].inherited.first.map { $0.components } }
      guard let name = raw.first?.last?.text, raw.count == 1, WellKnownTypes.raw.contains(name) else { return nil }
      return ResolvedType(type: SwiftType(named: [name]))
    case .other, nil: return nil
    }
  }

  /// Reads a method that may take part in coding.
  private mutating func read(_ coder: Coder, in id: SymbolTable.ID, as name: String) {
    guard known.insert(ObjectIdentifier(coder)).inserted else { return }
    addCode(name, in: id.file, coder.body, of: coder)
    readUses(of: coder, in: id)
  }

  /// Reads everything of the checked modules that a method uses.
  private mutating func readUses(of coder: Coder, in id: SymbolTable.ID) {
    for path in coder.paths where context.parameters[path.components[0].text] == nil {
      // The type decides what an associated type of a protocol is.
      let types = types(at: path, from: table.scopes(within: id))
      for type in types.isEmpty ? self.types(at: path, from: context.scopes) : types { read(type, usedBy: coder) }
    }
    readHelpers(of: symbol, named: coder.names)
  }

  /// Returns the types at the start of a path, with as many names as possible.
  private mutating func types(at path: TypeReference, from scopes: Scopes) -> [Symbol] {
    var path = path
    var (types, names): ([Symbol], Set<String>) = ([], [])
    let first = path.components[0].text
    // Most names are those of variables.
    if table.find(first, in: scopes) == nil, !resolver.checked.contains(first) {
      found.names.formUnion(path.components.map(\.text))
      return []
    }
    while types.isEmpty, !path.components.isEmpty {
      var place = context
      place.scopes = scopes
      let type = resolver.resolve(SwiftType(TypeText([.path(path)])), in: place)
      (types, names) = (type.types, names.union(type.names))
      path.components.removeLast()
    }
    // Nearly every file has types with the names of members, such as `CodingKeys`.
    if types.isEmpty || types.contains(where: { table.names.parent(of: $0) != symbol }) { found.names.formUnion(names) }
    return types
  }

  private mutating func read(_ type: Symbol, usedBy coder: Coder) {
    if type == symbol { return }
    if isKeys(type) { return readKeys(type) }
    if table.isCoded(type) {
      note(type)
      found.type.shape.coded.insert(resolver.name(of: type))
    }
    readHelpers(of: type, named: coder.names)
  }

  /// Reads the methods of a type that take part in coding.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - names: The names of the methods that may be called; nil if all may be.
  mutating func readHelpers(of type: Symbol, named names: Set<String>?) {
    let isCoded = type == symbol || table.isCoded(type)
    for id in table.declarationIDs[type, default: []] where !Condition.areExclusive(table[id].conditions, branch) {
      for coder in table[id].coders where coder.kind == .helper || !isCoded {
        if coder.kind == .rawValue { continue }
        guard coder.name == "init" || names?.contains(coder.name) != false else { continue }
        // The lock cannot name an operator.
        let name = coder.name.utf8.allSatisfy(SwiftType.isNamePart) ? coder.name : "operator"
        read(coder, in: id, as: type == symbol ? name : "\(relativeName(of: type)).\(name)")
      }
    }
  }

  /// Reads the methods by which a module decodes a property wrapper otherwise than containers do.
  mutating func readOverloads(for wrapper: ResolvedType) {
    let container = "KeyedDecodingContainer"
    found.names.insert(container)
    let symbol = wrapper.types.last.flatMap { resolver.name(of: $0) == wrapper.type.name ? $0 : nil }
    let ancestors = symbol.map { table.ancestry(of: $0).declared.map(table.names.name(of:)) } ?? []
    let names = Set(ancestors + (wrapper.type.path?.suffix(1) ?? []))
    for id in table.named[container, default: []].flatMap({ table.declarationIDs[$0, default: []] }) {
      for coder in table[id].coders where coder.name == "decode" && !coder.signature.isDisjoint(with: names) {
        addCode(Shape.overload(for: wrapper.type), in: id.file, coder.body, of: coder)
      }
    }
  }

  /// Returns the name of a type; without that of the stored type, if it is a member of that.
  private func relativeName(of type: Symbol) -> String {
    table.names.parent(of: type) == symbol ? table.names.name(of: type) : resolver.name(of: type)
  }

  // MARK: Keys

  /// Whether the shape has every key that hand-written methods use.
  private var isRead: Bool {
    hasMethods
      && !found.code.contains { code in
        if case .sum(\.statements, _) = code.part { true } else { false }
      }
  }

  private func isKeys(_ type: Symbol) -> Bool {
    StandardProtocols.closure(of: table.ancestry(of: type).foreign).contains("CodingKey")
  }

  /// Reads the nested keys of a type with hand-written methods, which may use them without their name.
  private mutating func readKeys(in id: SymbolTable.ID) {
    for (index, declaration) in table.files[id.file].declarations.enumerated()
    where declaration.parent == id.declaration {
      let nested = table.symbol(of: SymbolTable.ID(file: id.file, declaration: index))
      if isKeys(nested) { readKeys(nested) }
    }
  }

  private mutating func readKeys(_ keys: Symbol) {
    let name = relativeName(of: keys)
    // The shape has these keys.
    if name == "CodingKeys", table.names.parent(of: keys) == symbol { return }
    for id in table.declarationIDs[keys, default: []] where !Condition.areExclusive(table[id].conditions, branch) {
      addCode(name, in: id.file, table[id].range)
    }
  }

  /// Reads the coding keys that are not those of some members.
  ///
  /// - Returns: Whether hand-written code may code any member under one of these.
  mutating func readOthers(than members: [String], in keys: CodingKeySets) -> Bool {
    let others = keys.others(than: Set(members))
    if others.isEmpty { return false }
    if !hasMethods { found.type.unresolved.append(("CodingKeys", found.type.location)) }
    if !isRead { addCode("CodingKeys", in: primary.file, words: others) }
    return hasMethods
  }

  /// Reads the declarations that compute a property on which coding depends, and returns the property.
  mutating func readComputed(_ names: Set<String>, in ids: [SymbolTable.ID], as name: String) -> StoredProperty? {
    var found: StoredProperty?
    for id in ids where !Condition.areExclusive(table[id].conditions, branch) {
      guard let property = table[id].computed.first(where: { names.contains($0.name) }) else { continue }
      addCode(name, in: id.file, table[id].range)
      found = property
    }
    return found
  }
}

extension SymbolTable {
  /// Whether a type conforms to one of the protocols of coding.
  package func isCoded(_ type: Symbol) -> Bool {
    !StandardProtocols.closure(of: ancestry(of: type).foreign).isDisjoint(with: ["Decodable", "Encodable"])
  }
}
