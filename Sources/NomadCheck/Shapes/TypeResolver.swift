import NomadGenCore
import NomadSyntax

/// A type of a property or of an associated value, looked up.
struct ResolvedType {
  /// The type as ``Shape`` spells types.
  var text: String
  /// The declared types in it.
  var types: [Symbol] = []
  /// The types in it whose declarations were not seen, or that are not certain.
  var unresolved: [String] = []
  /// The names that other files may declare.
  var names: Set<String> = []
  /// Whether the type is unknown, so that only the names count.
  var isUnknown = false

  /// Returns the type with another text.
  fileprivate func written(as text: (String) -> String) -> ResolvedType {
    var type = self
    type.text = text(self.text)
    return type
  }

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
  var parameters: [String: String] = [:]
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
  func resolve(_ type: WrittenType, in context: TypeContext) -> ResolvedType {
    steps.left = 1000
    return resolve(type, in: context, depth: 0)
  }

  private func resolve(_ type: WrittenType, in context: TypeContext, depth: Int) -> ResolvedType {
    let resolve = { (type: WrittenType) in self.resolve(type, in: context, depth: depth) }
    switch type {
    case .name(let reference, let arguments):
      return self.resolve(reference, arguments.map { $0.map(resolve) }, in: context, depth: depth)
    case .optional(let wrapped): return resolve(wrapped).written(as: Self.optional)
    case .array(let element): return resolve(element).written { "[\($0)]" }
    case .dictionary(let key, let value):
      let (key, value) = (resolve(key), resolve(value))
      var whole = ResolvedType(text: "[\(key.text): \(value.text)]")
      whole.add(key)
      whole.add(value)
      return whole
    case .tuple(let elements):
      var whole = ResolvedType(text: "")
      let texts = elements.map { element in
        let type = resolve(element.type)
        whole.add(type)
        return (element.label.map { "\($0): " } ?? "") + type.text
      }
      whole.text = "(\(texts.joined(separator: ", ")))"
      return whole
    case .other(let text): return ResolvedType(text: text, unresolved: [text])
    }
  }

  private static func optional(_ text: String) -> String { text + "?" }

  // MARK: Names

  private func resolve(
    _ reference: TypeReference,
    _ arguments: [[ResolvedType]],
    in context: TypeContext,
    depth: Int
  ) -> ResolvedType {
    let path = reference.components.map(\.text)
    var result = ResolvedType(text: Self.written(path, arguments))
    for argument in arguments.joined() { result.add(argument) }
    func unresolved() -> ResolvedType {
      result.unresolved.append(path.joined(separator: "."))
      return result
    }
    if path.count == 1, arguments[0].isEmpty, let text = context.parameters[path[0]] {
      result.text = text
      return result
    }
    // A member of a generic parameter is a type that only the argument tells.
    guard context.parameters[path[0]] == nil || path[0] == "Self", depth < 32 else { return unresolved() }
    var reference = reference
    // The innermost scope is the type itself.
    if path[0] == "Self" { reference.components.removeFirst() }
    result.names.formUnion(path)

    let aliases = table.aliases(at: reference, from: context.scopes)
      .filter { Condition.canHold(context.conditions + $0.conditions) }
    if !aliases.isEmpty {
      let meanings = aliases.compactMap { meaning(of: $0, arguments.last ?? [], depth: depth) }
      let texts = Set(meanings.map(\.text))
      guard meanings.count == aliases.count, texts.count == 1, let text = texts.first, text.utf8.count < 10_000 else {
        return unresolved()
      }
      for meaning in meanings { result.add(meaning) }
      result.text = text
      return result
    }

    let senses = table.lookup(reference, from: context.scopes)
      .filter { Condition.canHold(context.conditions + $0.conditions) }
    var declared: [Symbol] = []
    for case .declared(let symbol) in senses.map(\.meaning) where !declared.contains(symbol) { declared.append(symbol) }
    if let symbol = declared.first {
      guard declared.count == 1, table.isDeclared(symbol) else { return unresolved() }
      result.text = name(of: symbol, arguments)
      let isType = table.declaring[symbol, default: []].allSatisfy { !table[$0].is(.protocol) }
      guard isType, checked.contains(table.module(of: symbol)) else { return unresolved() }
      result.types.append(symbol)
      return result
    }
    guard senses.contains(where: { $0.meaning == .foreign }) else { return unresolved() }
    return foreign(path, arguments.last ?? [], result) ?? unresolved()
  }

  /// Returns the type that an alias stands for; nil if it cannot have the arguments.
  private func meaning(of alias: SymbolTable.Alias, _ arguments: [ResolvedType], depth: Int) -> ResolvedType? {
    steps.left -= 1
    guard let type = alias.type, alias.parameters.count == arguments.count, steps.left > 0 else { return nil }
    var context = TypeContext(scopes: alias.scopes, parameters: parameters(in: alias.scopes))
    // In a protocol, `Self` is another type.
    let owner = alias.scopes.inner.first { table.declaring[$0, default: []].contains { !table[$0].is(.protocol) } }
    if let owner { context.parameters["Self"] = self.name(of: owner) }
    for (name, argument) in zip(alias.parameters, arguments) { context.parameters[name] = argument.text }
    context.conditions = alias.conditions
    return resolve(WrittenType(type), in: context, depth: depth + 1)
  }

  /// Returns the generic parameters of the types around a place, each of which stands for itself.
  ///
  /// A parameter with the name of a type is a member of its own type.
  func parameters(in scopes: Scopes) -> [String: String] {
    let parameters = scopes.inner.flatMap { type in
      table.declarations(of: type).flatMap(\.parameters).map { parameter in
        let isTaken =
          WellKnownTypes.isTaken(parameter) || table.named[parameter, default: []].contains(where: table.isDeclared)
        return (parameter, isTaken ? "\(name(of: type)).\(parameter)" : parameter)
      }
    }
    return Dictionary(parameters) { own, _ in own }
  }

  /// Returns a type of the standard library or of Foundation; nil if the name is not known.
  private func foreign(_ path: [String], _ arguments: [ResolvedType], _ found: ResolvedType) -> ResolvedType? {
    var path = path
    if path.count > 1, WellKnown.modules.contains(path[0]) { path.removeFirst() }
    guard path.count == 1 else { return nil }
    let name = WellKnownTypes.aliases[path[0]] ?? path[0]
    let texts = arguments.map(\.text)
    guard texts.isEmpty ? WellKnownTypes.names.contains(name) : WellKnownTypes.generic[name] == texts.count else {
      return nil
    }
    var found = found
    switch (name, texts.count) {
    case ("Optional", 1): found.text = Self.optional(texts[0])
    case ("Array", 1): found.text = "[\(texts[0])]"
    case ("Dictionary", 2): found.text = "[\(texts[0]): \(texts[1])]"
    default: found.text = Self.written([name], [texts])
    }
    return found
  }

  /// Returns the name of a type, as shapes spell it, with generic arguments of the names at the end of its path.
  func name(of symbol: Symbol, _ arguments: [[ResolvedType]] = []) -> String {
    let path = table.names.path(of: symbol)
    let namesakes = table.named[path.joined(separator: "."), default: []].filter { table.isDeclared($0) }
    let modules = checked.intersection(namesakes.map(table.module(of:)))
    let isClear = modules.count < 2 && !(path.count == 1 && WellKnownTypes.isTaken(path[0]))
    let lists = Array(repeating: [], count: max(0, path.count - arguments.count)) + arguments.suffix(path.count)
    return (isClear ? "" : table.module(of: symbol) + ".") + Self.written(path, lists)
  }

  private static func written(_ path: [String], _ arguments: [[ResolvedType]]) -> String {
    written(path, arguments.map { $0.map(\.text) })
  }

  private static func written(_ path: [String], _ arguments: [[String]]) -> String {
    zip(path, arguments).map { $1.isEmpty ? $0 : "\($0)<\($1.joined(separator: ", "))>" }.joined(separator: ".")
  }
}

extension WellKnownTypes {
  /// Whether a type of the package needs its module's name, because it has the name of one of these.
  static func isTaken(_ name: String) -> Bool {
    names.contains(name) || generic[name] != nil || aliases[name] != nil
  }
}
