import NomadGenCore
import NomadSyntax

/// A type of a property or of an associated value, looked up.
struct ResolvedType {
  /// The type as ``Shape`` spells types.
  var type: SwiftType
  /// The declared types in it.
  var types: [Symbol] = []
  /// The types in it whose declarations were not seen, or that are not certain.
  var unresolved: [String] = []
  /// The names that other files may declare.
  var names: Set<String> = []
  /// Whether the type is unknown, so that only the names count.
  var isUnknown = false

  /// Returns a type that is not known, although these names are.
  static func unknown(_ names: Set<String>) -> Self { Self(type: .other(""), names: names, isUnknown: true) }

  /// Adds what was found in a part of the type.
  fileprivate mutating func add(_ part: ResolvedType) {
    types += part.types
    unresolved += part.unresolved
    names.formUnion(part.names)
  }
}

/// A place where types are looked up.
struct TypeContext {
  var scopes: Scopes
  /// The generic parameters that the place sees, with the types that they stand for.
  var parameters: [String: SwiftType] = [:]
  /// The type that `Self` is; nil if that is not known.
  var own: SwiftType?
  /// The conditions of the builds that count.
  var conditions: [Condition] = []
}

/// The lookup and the spelling of the types that properties have.
struct TypeResolver {
  let table: SymbolTable

  /// The modules whose types can be stored types.
  let checked: Set<String>

  /// The aliases that a lookup may still follow, because they can make a small type large.
  private let steps = Steps()

  private final class Steps { var left = 0 }

  init(table: SymbolTable, checked: Set<String>) { (self.table, self.checked) = (table, checked) }

  /// Returns a type as it is meant at a place.
  func resolve(_ type: SwiftType, in context: TypeContext) -> ResolvedType {
    steps.left = 1000
    return resolve(type, in: context, depth: 0)
  }

  private func resolve(_ type: SwiftType, in context: TypeContext, depth: Int) -> ResolvedType {
    var whole = ResolvedType(type: type)
    func part(_ type: SwiftType) -> SwiftType {
      let part = resolve(type, in: context, depth: depth)
      whole.add(part)
      return part.type
    }
    switch type {
    case .named(let path): return resolve(path, in: context, depth: depth)
    case .optional(let wrapped): whole.type = .optional(part(wrapped))
    case .array(let element): whole.type = .array(part(element))
    case .dictionary(let key, let value): whole.type = .dictionary(part(key), part(value))
    case .tuple(let elements):
      whole.type = .tuple(elements.map { SwiftType.Element(label: $0.label, type: part($0.type)) })
    case .parameter: break
    case .other(let text):
      // A message, and a line of the lock, has room for less.
      let shown = text.utf8.count > 2_000 ? "a type of more than 2000 characters" : text
      whole = ResolvedType(type: .other(shown), unresolved: [shown])
    }
    return whole
  }

  // MARK: Names

  private func resolve(_ path: [SwiftType.Component], in context: TypeContext, depth: Int) -> ResolvedType {
    let names = path.map(\.name)
    var reference = TypeReference(components: names.map { Name(text: $0, isQuoted: false) })
    reference.hasModuleSelector = path[0].isModule
    let arguments = path.map { $0.arguments.map { resolve($0, in: context, depth: depth) } }
    var result = ResolvedType(type: .named(Self.components(names, arguments)))
    for argument in arguments.joined() { result.add(argument) }
    func unresolved() -> ResolvedType {
      result.unresolved.append(names.joined(separator: "."))
      return result
    }
    if path.count == 1, arguments[0].isEmpty {
      if let type = context.parameters[names[0]] ?? (names[0] == "Self" ? context.own : nil) {
        result.type = type
        return result
      }
    }
    // A member of a generic parameter is a type that only the argument tells.
    guard context.parameters[names[0]] == nil, depth < 32 else { return unresolved() }
    // The innermost scope is the type itself.
    if names[0] == "Self" { reference.components.removeFirst() }
    result.names.formUnion(names)

    let aliases = table.aliases(at: reference, from: context.scopes)
      .filter { Condition.canHold(context.conditions + $0.conditions) }
    if !aliases.isEmpty {
      let meanings = aliases.compactMap { meaning(of: $0, arguments.last ?? [], depth: depth) }
      let types = Set(meanings.map(\.type))
      guard meanings.count == aliases.count, types.count == 1, let type = types.first,
        type.description.utf8.count < 10_000
      else { return unresolved() }
      for meaning in meanings { result.add(meaning) }
      result.type = type
      return result
    }

    let senses = table.lookup(reference, from: context.scopes)
      .filter { Condition.canHold(context.conditions + $0.conditions) }
    var declared: [Symbol] = []
    for case .declared(let symbol) in senses.map(\.meaning) where !declared.contains(symbol) { declared.append(symbol) }
    if let symbol = declared.first {
      guard declared.count == 1, table.isDeclared(symbol) else { return unresolved() }
      result.type = .named(Self.components(spelling(of: symbol), arguments))
      let isType = table.declaring[symbol, default: []].allSatisfy { !table[$0].is(.protocol) }
      guard isType, checked.contains(table.module(of: symbol)) else { return unresolved() }
      result.types.append(symbol)
      return result
    }
    guard senses.contains(where: { $0.meaning == .foreign }) else { return unresolved() }
    return foreign(names, arguments.last ?? [], result) ?? unresolved()
  }

  /// Returns the type that an alias stands for; nil if it cannot have the arguments.
  private func meaning(of alias: SymbolTable.Alias, _ arguments: [ResolvedType], depth: Int) -> ResolvedType? {
    steps.left -= 1
    guard let type = alias.type, alias.parameters.count == arguments.count, steps.left > 0 else { return nil }
    var context = context(of: alias)
    for (name, argument) in zip(alias.parameters, arguments) { context.parameters[name] = argument.type }
    return resolve(SwiftType(type), in: context, depth: depth + 1)
  }

  /// Returns the place where an alias is declared.
  func context(of alias: SymbolTable.Alias) -> TypeContext {
    var context = TypeContext(scopes: alias.scopes, parameters: parameters(in: alias.scopes))
    // In a protocol, `Self` is another type.
    let owner = alias.scopes.inner.first { table.declaring[$0, default: []].contains { !table[$0].is(.protocol) } }
    context.own = owner.map { SwiftType(named: spelling(of: $0)) }
    context.conditions = alias.conditions
    return context
  }

  /// Returns the generic parameters of the types around a place, by their places from the outermost type on.
  func parameters(in scopes: Scopes) -> [String: SwiftType] {
    var parameters: [String: SwiftType] = [:]
    var count = 0
    for type in scopes.inner.reversed() {
      let own = table.declarations(of: type).filter { !$0.is(.extension) }.map(\.parameters).max { $0.count < $1.count }
      for name in own ?? [] {
        // A parameter of an inner type hides that of an outer one.
        parameters[name] = .parameter(count)
        count += 1
      }
    }
    return parameters
  }

  /// Returns a type of the standard library or of Foundation; nil if the name is not known.
  private func foreign(_ path: [String], _ arguments: [ResolvedType], _ found: ResolvedType) -> ResolvedType? {
    var path = path
    if path.count > 1, WellKnown.modules.contains(path[0]) { path.removeFirst() }
    guard path.count == 1 else { return nil }
    let name = WellKnownTypes.aliases[path[0]] ?? path[0]
    let types = arguments.map(\.type)
    guard types.isEmpty ? WellKnownTypes.names.contains(name) : WellKnownTypes.generic[name] == types.count else {
      return nil
    }
    var found = found
    switch (name, types.count) {
    case ("Optional", 1): found.type = .optional(types[0])
    case ("Array", 1): found.type = .array(types[0])
    case ("Dictionary", 2): found.type = .dictionary(types[0], types[1])
    default: found.type = .named(Self.components([name], [arguments]))
    }
    return found
  }

  /// Returns the name of a type, as shapes spell it.
  func name(of symbol: Symbol) -> String { SwiftType.spelled(spelling(of: symbol)) }

  /// Returns the names of a type: with the module's name if it could be another type without.
  func spelling(of symbol: Symbol) -> [String] {
    let path = table.names.path(of: symbol)
    let namesakes = table.named[path.joined(separator: "."), default: []].filter { table.isDeclared($0) }
    let modules = checked.intersection(namesakes.map(table.module(of:)))
    let isClear = modules.count < 2 && !(path.count == 1 && WellKnownTypes.isTaken(path[0]))
    return (isClear ? [] : [table.module(of: symbol)]) + path
  }

  /// Returns the parts of a path, whose last names have generic arguments.
  private static func components(_ names: [String], _ arguments: [[ResolvedType]]) -> [SwiftType.Component] {
    let lists =
      Array(repeating: [], count: max(0, names.count - arguments.count)) + arguments.suffix(names.count)
    return zip(names, lists).map { SwiftType.Component(name: $0, arguments: $1.map(\.type)) }
  }
}

extension WellKnownTypes {
  /// Whether a type of the package needs its module's name, because it has the name of one of these.
  static func isTaken(_ name: String) -> Bool {
    names.contains(name) || generic[name] != nil || aliases[name] != nil
  }
}
