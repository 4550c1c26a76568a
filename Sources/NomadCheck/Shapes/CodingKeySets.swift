import NomadGenCore
import NomadSyntax

/// The coding keys of a type or of a case, as `CodingKeys` or its like gives them.
struct CodingKeySets {
  /// The keys in some builds.
  private struct KeySet {
    var conditions: [Condition]
    /// The keys with the names that they code; nil if these builds have no keys of their own, so that all names are keys.
    var keys: [(name: String, key: String, conditions: [Condition])]?
  }

  /// A key, and the conditions of the builds that have it.
  struct Key {
    var key: String
    var conditions: [Condition]
  }

  private var sets: [KeySet] = []

  /// Whether there are keys that cannot be read.
  private(set) var areUnreadable = false

  /// The enums with the keys.
  private(set) var enums: Set<Symbol> = []

  /// The names that other files may declare.
  private(set) var names: Set<String> = []

  /// Finds the keys.
  ///
  /// - Parameters:
  ///   - name: The name of the enum with the keys.
  ///   - symbol: The type that has it as a member.
  ///   - primary: The declaration of the type.
  ///   - branch: The conditions of the builds that count.
  ///   - table: The declarations.
  init(
    _ name: String,
    of symbol: Symbol,
    at primary: SymbolTable.ID,
    within branch: [Condition],
    in table: SymbolTable
  ) {
    if let found = table.visible(name, of: symbol, from: primary.file) {
      for id in table.declaring[found, default: []] { add(id, table[id].conditions, in: table) }
      for alias in table.aliases(found, from: primary.file) {
        guard let reference = alias.references.first, alias.references.count == 1 else {
          areUnreadable = true
          continue
        }
        for sense in table.lookup(reference, from: alias.scopes) {
          guard case .declared(let target) = sense.meaning, let id = table.declaring[target]?.first else {
            areUnreadable = true
            names.formUnion(reference.components.map(\.text))
            continue
          }
          add(id, alias.conditions.union(sense.conditions), in: table)
        }
      }
    }
    sets.removeAll { Condition.areExclusive($0.conditions, branch) }
    // Builds without the keys code every property under its name.
    if let rest = Condition.rest(of: branch, beyond: sets.map { branch.union($0.conditions) }) {
      sets.append(KeySet(conditions: sets.isEmpty ? [] : rest, keys: nil))
    }
  }

  private mutating func add(_ id: SymbolTable.ID, _ conditions: [Condition], in table: SymbolTable) {
    let declaration = table[id]
    guard declaration.is(.enum) else {
      areUnreadable = true
      return
    }
    enums.insert(table.symbol(of: id))
    sets.append(
      KeySet(
        conditions: conditions,
        keys: declaration.cases.map { ($0.name, Self.key(of: $0, in: id, of: table), $0.conditions) }
      )
    )
  }

  /// Returns the text of a key; nil if no enum at a place has it.
  static func key(of name: String, in id: SymbolTable.ID, of table: SymbolTable) -> String? {
    table[id].cases.first { $0.name == name }.map { key(of: $0, in: id, of: table) }
  }

  private static func key(of entry: EnumCase, in id: SymbolTable.ID, of table: SymbolTable) -> String {
    // The text of a key with another raw type, or with none, is its name.
    let isString = table[id].inherited.first.map { raw in
      table.lookup(raw, in: id).contains { $0.foreignName == "String" }
    }
    return isString == true ? entry.rawValue.flatMap(StringLiteral.value(of:)) ?? entry.name : entry.name
  }

  /// Returns the keys that belong to none of some members, each with its name, key and condition, sorted.
  func others(than names: Set<String>) -> [String] {
    sets.flatMap { $0.keys ?? [] }.filter { !names.contains($0.name) }
      .map { "\($0.name) \($0.key) \(Condition.name(of: $0.conditions) ?? "")" }.sorted()
  }

  /// Returns the keys under which a property, a case or an associated value is coded; none if it is not coded.
  ///
  /// The conditions are those of the builds that have it. A member without a key may have its name instead.
  func keys(of name: String, within conditions: [Condition], orName isNamed: Bool = false) -> [Key] {
    var isEverywhere = true
    let keys = sets.flatMap { set -> [Key] in
      guard !Condition.areExclusive(set.conditions, conditions) else { return [] }
      guard let own = set.keys else { return [Key(key: name, conditions: conditions.union(set.conditions))] }
      let found = own.filter { $0.name == name && !Condition.areExclusive($0.conditions, conditions) }
      isEverywhere = isEverywhere && found.contains { $0.conditions.allSatisfy(set.conditions.contains) }
      return found.map { Key(key: $0.key, conditions: conditions.union(set.conditions).union($0.conditions)) }
    }
    if keys.isEmpty, isNamed { return [Key(key: name, conditions: conditions)] }
    guard let first = keys.first, isEverywhere, keys.allSatisfy({ $0.key == first.key }) else { return keys }
    return [Key(key: first.key, conditions: conditions)]
  }
}

extension StringLiteral {
  /// Returns the value of a literal, which is given as it is written.
  static func value(of literal: String) -> String? {
    Array(literal.utf8).withUnsafeBufferPointer { value(of: $0) }
  }
}
