import NomadGenCore
package import NomadSyntax

/// The stored types that tribes mention, and those that they list as migrated.
///
/// Each path of names in a tribe's code is resolved in the scopes around it, through aliases, as the compiler does. A
/// name that cannot be resolved mentions nothing.
package struct TribeMentions {
  /// A mention of a stored type.
  package struct Mention {
    /// The type's name with its module.
    package var type: String
    /// The conditions of the builds that have the mention.
    var conditions: [Condition]
    package var location: Location
    /// The offsets of the name in its file.
    package var range = 0..<0

    /// Returns the mention with further conditions.
    func inBuilds(with other: [Condition]) -> Self {
      var mention = self
      mention.conditions = other.union(conditions)
      return mention
    }
  }

  private struct Place: Hashable { let module, path: String }
  private struct Search: Hashable {
    let path: TypeReference
    let place: SymbolTable.ID
  }

  private let table: SymbolTable
  private let stored: Set<String>
  private let files: [Place: Int]

  /// Prepares the lookup of stored types among some declarations.
  init(of types: [StoredType], in table: SymbolTable) {
    (self.table, stored) = (table, Set(types.map(\.qualifiedName)))
    let places = table.files.map { Place(module: $0.module, path: $0.path) }
    files = Dictionary(zip(places, table.files.indices)) { first, _ in first }
  }

  /// Returns the types that a declaration mentions.
  ///
  /// - Parameters:
  ///   - index: The index of the declaration in its file.
  ///   - file: The file.
  ///   - part: The bytes of the declaration.
  /// - Returns: The mentions, in the order of the source.
  func types(inDeclaration index: Int, of file: SourceFile, _ part: TribeChecksums.Part) -> [Mention] {
    guard let number = files[Place(module: file.module, path: file.path)] else { return [] }
    let declaration = table.files[number].declarations[index]
    let code = BodyTokens(part.bytes, besides: part.gaps, readsInterpolations: true)
    // The declarations in this one, each after those around it.
    let inner = table.files[number].declarations.indices.map { SymbolTable.ID(file: number, declaration: $0) }
      .filter { table[$0].range.overlaps(declaration.range) || $0.declaration == index }
    var mentions: [Mention] = []
    lazy var lines = LineMap(part.file, file: file.path)
    var known: [Search: [Found]] = [:]
    func place(_ offset: Int) -> SymbolTable.ID {
      inner.last { table[$0].range.contains(declaration.range.lowerBound + offset) }
        ?? SymbolTable.ID(file: number, declaration: index)
    }
    for path in code.paths(isLocal: { table[place($0)].isLocal }) {
      let place = place(path.offset)
      let search = Search(path: path.reference, place: place)
      let found = known[search] ?? types(at: path.reference, from: table.scopes(within: place))
      known[search] = found
      for type in found {
        let conditions = declaration.conditions.union(path.conditions).union(type.conditions)
        guard Condition.canHold(conditions) else { continue }
        let start = part.range.lowerBound
        mentions.append(
          Mention(
            type: type.name,
            conditions: conditions,
            location: lines.location(of: start + path.offset),
            range: start + path.offset..<start + path.ends[type.count - 1]
          )
        )
      }
    }
    return mentions
  }

  /// Returns the types that a tribe lists.
  ///
  /// - Parameters:
  ///   - references: The types, as the source names them.
  ///   - index: The index of the declaration around the list in its file.
  ///   - file: The file.
  ///   - trait: The trait with the list.
  /// - Returns: The types; names that mean no stored type are left out.
  func types(at references: [TypeReference], inDeclaration index: Int, of file: SourceFile, _ trait: TribeTrait)
    -> [Mention]
  {
    guard let number = files[Place(module: file.module, path: file.path)] else { return [] }
    let scopes = table.scopes(within: SymbolTable.ID(file: number, declaration: index))
    return references.flatMap { reference -> [Mention] in
      var steps = 100
      return types(exactlyAt: reference, from: scopes, &steps).map {
        Mention(type: $0.name, conditions: trait.conditions.union($0.conditions), location: trait.location)
      }
    }
  }

  /// A stored type, and the number of names in the path that lead to it.
  private typealias Found = (name: String, conditions: [Condition], count: Int)

  /// Returns the stored types in the longest part of a path that leads to any.
  private func types(at path: TypeReference, from scopes: Scopes) -> [Found] {
    var part = path
    while !part.components.isEmpty {
      var steps = 100
      let found = types(exactlyAt: part, from: scopes, &steps)
      if !found.isEmpty { return found.map { ($0.name, $0.conditions, part.components.count) } }
      part.components.removeLast()
    }
    return []
  }

  private func types(exactlyAt path: TypeReference, from scopes: Scopes, _ steps: inout Int) -> [Found] {
    steps -= 1
    // Aliases can form a cycle in code that does not compile.
    guard steps > 0 else { return [] }
    func storedName(of symbol: Symbol) -> String? {
      guard table.isModule(table.names.root(of: symbol)) else { return nil }
      let name = ReleaseLockIdentity.qualifiedName(of: table.qualifiedName(of: symbol), in: table.module(of: symbol))
      return stored.contains(name) ? name : nil
    }
    let aliases = table.aliases(at: path, from: scopes)
    var found = aliases.compactMap { alias in storedName(of: alias.symbol).map { ($0, alias.conditions, 0) } }
    let count = found.count
    for sense in table.lookup(path, from: scopes) {
      guard case .declared(let symbol) = sense.meaning, table.isDeclared(symbol), let name = storedName(of: symbol)
      else {
        continue
      }
      found.append((name, sense.conditions, 0))
    }
    if found.count > count { return found }
    // An alias may stand for more than a path of names.
    for alias in aliases {
      let parameters = alias.parameters + alias.scopes.inner.flatMap(table.declarations).flatMap(\.parameters)
      for part in alias.type?.paths ?? [] where part.components.first.map({ parameters.contains($0.text) }) == false {
        found += types(exactlyAt: part, from: alias.scopes, &steps).map {
          ($0.name, alias.conditions + $0.conditions, 0)
        }
      }
    }
    return found
  }
}

/// A path of names in code that can name a type.
private struct MentioningPath {
  var reference: TypeReference
  /// The offset of its first name, and the ends of all.
  var offset: Int
  var ends: [Int]
  var conditions: [Condition]
}

extension BodyTokens {
  private func isSeparator(_ index: Int) -> Bool { kind(index) == .period || kind(index) == .doubleColon }

  /// Returns the paths, without those whose first name the code itself declares there as something else.
  ///
  /// - Parameter isLocal: Whether the type that is declared at an offset is inside of a function or closure.
  /// - Returns: The paths, in the order of the code.
  fileprivate func paths(isLocal: (_ offset: Int) -> Bool) -> [MentioningPath] {
    var hidden: [String: [Range<Int>]] = [:]
    for index in tokens.indices {
      for (name, range) in names(declaredAt: index, isLocal) { hidden[name, default: []].append(range) }
    }
    return tokens.indices.compactMap { start -> MentioningPath? in
      let isOfSelf = keyword(start) == .selfType && kind(start + 1) == .period
      guard isOfSelf || isName(start), !isSeparator(start - 1), kind(start - 1) != .pound else { return nil }
      guard isOfSelf || !isDeclared(start) && !isLabel(start) else { return nil }
      var index = isOfSelf ? start + 2 : start
      guard isName(index), isOfSelf || hidden[texts[index]]?.contains(where: { $0.contains(start) }) != true else {
        return nil
      }
      var path = TypeReference(components: [name(index)])
      var ends = [tokens[index].end]
      path.hasModuleSelector = kind(index + 1) == .doubleColon
      while isSeparator(index + 1), isName(index + 2) {
        index += 2
        path.components.append(name(index))
        ends.append(tokens[index].end)
      }
      return MentioningPath(reference: path, offset: tokens[start].start, ends: ends, conditions: conditions[start])
    }
  }

  private func name(_ index: Int) -> Name { Name(text: texts[index], isQuoted: false) }

  /// Whether a name is the label of an argument, a parameter, a value or an element of a tuple.
  private func isLabel(_ index: Int) -> Bool {
    guard kind(index - 1) == .comma || kind(index - 1) == .leftParen || kind(index - 1) == .leftSquare,
      let bracket = openings[index], kind(index + 1) == .colon || isName(index + 1)
    else { return false }
    // Brackets directly after an operand are those of a subscript, and others hold the keys of a dictionary.
    return kind(bracket) == .leftParen
      || kind(bracket) == .leftSquare && !tokens[bracket].isDetached && bracket > 0
        && (isName(bracket - 1) || [.rightParen, .rightSquare, .rightBrace].contains(kind(bracket - 1)))
  }

  /// Whether a name is that of a declaration.
  private func isDeclared(_ index: Int) -> Bool {
    switch keyword(index - 1) {
    case .struct, .class, .enum, .actor, .protocol, .typealias, .associatedtype, .func, .var, .let, .for: true
    case .case: kind(index + 1) != .period
    default: false
    }
  }

  /// Returns the names that a token declares, each with the range of tokens in which it hides others.
  private func names(declaredAt index: Int, _ isLocal: (_ offset: Int) -> Bool) -> [(String, Range<Int>)] {
    let scope = (openings[index] ?? 0)..<end(around: index)
    switch keyword(index) {
    case .struct, .class, .enum, .actor, .protocol:
      guard isName(index + 1) else { return [] }
      let own = isLocal(tokens[index].start) ? [(texts[index + 1], scope)] : []
      return own + parameters(from: index + 2, in: scope)
    case .case: return isName(index + 1) && isDeclared(index + 1) ? [(texts[index + 1], scope)] : []
    case .typealias, .associatedtype, .func, .var, .let, .for:
      return (isName(index + 1) ? [(texts[index + 1], scope)] : []) + parameters(from: index + 2, in: scope)
    case .initializer, .subscript:
      let isFailable = kind(index + 1) == .postfixQuestion || kind(index + 1) == .postfixExclamation
      return kind(index - 1) == .period ? [] : parameters(from: isFailable ? index + 2 : index + 1, in: scope)
    default: return []
    }
  }

  /// Returns the generic parameters in a list that starts at a token, and the declaration in which they count.
  private func parameters(from start: Int, in scope: Range<Int>) -> [(String, Range<Int>)] {
    guard tokens.indices.contains(start), tokens[start].isOperator, texts[start].hasPrefix("<") else { return [] }
    var names: [String] = []
    var (index, depth) = (start, 0)
    while index < scope.upperBound, kind(index) != .leftBrace {
      if tokens[index].isOperator { for character in texts[index] { depth += ["<": 1, ">": -1][character] ?? 0 } }
      if depth == 1, isName(index), kind(index - 1) == .comma || index == start + 1 || texts[index - 1] == "each" {
        names.append(texts[index])
      }
      if depth <= 0, index > start { break }
      index += 1
    }
    // The list of parameters and the body follow.
    while index < scope.upperBound, kind(index) != .leftBrace { index += 1 }
    let end = tokens.indices.dropFirst(index + 1).first { (openings[$0] ?? -1) < index }
    return names.map { ($0, start..<(end ?? tokens.count)) }
  }
}
