import NomadGenCore
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
      for coder in table[id].coders where isWitness(coder, in: id) {
        read(coder, in: id, as: coder.kind == .decoder ? Shape.decodingCode : Shape.encodingCode)
      }
    }
    if !found.code.isEmpty { for id in declarations { readKeys(in: id) } }
    if foreign.contains("CodingKeyRepresentable") {
      addCode("CodingKeyRepresentable", in: primary.file, words: ["CodingKeyRepresentable"])
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
    found.code.append(
      FoundStoredType.Code(
        name: name,
        type: table.names.name(of: symbol),
        file: file,
        range: range,
        parameter: coder?.parameter ?? "",
        words: words
      )
    )
  }

  /// Whether a declaration has a hand-written method of coding.
  func hasCode(_ id: SymbolTable.ID) -> Bool { table[id].coders.contains { known.contains(ObjectIdentifier($0)) } }

  /// Whether a method is one that coding calls, by the type of its parameter.
  private mutating func isWitness(_ coder: Coder, in id: SymbolTable.ID) -> Bool {
    guard coder.kind != .helper, coder.type.paths.count == 1 else { return false }
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

  /// Reads a method and everything of the checked modules that it uses.
  private mutating func read(_ coder: Coder, in id: SymbolTable.ID, as name: String) {
    guard known.insert(ObjectIdentifier(coder)).inserted else { return }
    addCode(name, in: id.file, coder.body, of: coder)
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
      let place = TypeContext(scopes: scopes, parameters: context.parameters, conditions: branch)
      let type = resolver.resolve(.name(path, arguments: path.components.map { _ in [] }), in: place)
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
      found.parts.append(type)
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
        guard coder.name == "init" || names?.contains(coder.name) != false else { continue }
        // The lock cannot name an operator.
        let name = coder.name.utf8.allSatisfy(ShapeReader.isNamePart) ? coder.name : "operator"
        read(coder, in: id, as: type == symbol ? name : "\(relativeName(of: type)).\(name)")
      }
    }
  }

  /// Reads the methods by which a module decodes a property wrapper otherwise than containers do.
  mutating func readOverloads(for wrapper: ResolvedType) {
    let container = "KeyedDecodingContainer"
    found.names.insert(container)
    let name = wrapper.text.prefix { $0 != "<" }
    let symbol = wrapper.types.last.flatMap { resolver.name(of: $0) == name ? $0 : nil }
    let ancestors = symbol.map { table.ancestry(of: $0).declared.map(table.names.name(of:)) } ?? []
    let names = Set(ancestors + name.split(separator: ".").suffix(1).map(String.init))
    for id in table.named[container, default: []].flatMap({ table.declarationIDs[$0, default: []] }) {
      for coder in table[id].coders where coder.name == "decode" && !coder.signature.isDisjoint(with: names) {
        addCode(Shape.overload(for: wrapper.text), in: id.file, coder.body, of: coder)
      }
    }
  }

  /// Returns the name of a type; without that of the stored type, if it is a member of that.
  private func relativeName(of type: Symbol) -> String {
    table.names.parent(of: type) == symbol ? table.names.name(of: type) : resolver.name(of: type)
  }

  // MARK: Keys

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
    if name == "CodingKeys" { return }
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
    if !isCodedByHand { found.type.unresolved.append(("CodingKeys", found.type.location)) }
    addCode("CodingKeys", in: primary.file, words: others)
    return isCodedByHand
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
  func isCoded(_ type: Symbol) -> Bool {
    !StandardProtocols.closure(of: ancestry(of: type).foreign).isDisjoint(with: ["Decodable", "Encodable"])
  }
}
