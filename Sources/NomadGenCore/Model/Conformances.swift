/// Which types of a module, and of those that it depends on, conform to the protocol that is looked for.
struct Conformances {
  private typealias Sense = NameLookup.Sense

  let module: Module
  let names: NameLookup

  /// The keys of the protocols that refine the one that is looked for, in the order of their declaration.
  private(set) var protocols: [String] = []

  /// The keys of the conforming types, each with the declarations that make it conform.
  private(set) var types: [String: [Module.ID]] = [:]

  /// A class that another inherits its conformance from, and the branches in which it does.
  struct Superclass {
    var key: String
    var conditions: [Condition]
  }

  /// The superclasses of each conforming class: several, if an `#if` decides which one it has.
  private var superclasses: [String: [Superclass]] = [:]

  /// For each declaration that makes its type conform, the branches in which what it inherits leads to the protocol.
  private var grounds: [Module.ID: [[Condition]]] = [:]

  /// What each declaration inherits, and what it requires of `Self`.
  private var inherited: [Module.ID: [Sense]] = [:]
  private var required: [Module.ID: [Sense]] = [:]

  init(module: Module, protocolName: String) {
    self.module = module
    names = NameLookup(module: module, protocolName: protocolName)
    for id in module.members.values.joined() {
      inherited[id] = module[id].inherited.flatMap { names.senses(of: $0, in: id) }
      required[id] = module[id].selfRequirements.flatMap { names.senses(of: $0, in: id) }
    }
    findProtocols()
    findTypes()
    findGrounds()
  }

  /// The names of the protocol that is looked for.
  var rootNames: Set<String> { names.rootNames }

  /// The keys of extensions of the protocol that is looked for, which it has if it comes from elsewhere.
  var rootKeys: [String] {
    ([nil] + module.dependencies).flatMap { dependency in rootNames.sorted().map { Module.prefix(of: dependency) + $0 }
    }
  }

  /// The classes that a conforming class inherits its conformance from, in the builds that are not excluded.
  func superclasses(of key: String, within outer: [Condition]) -> [Superclass] {
    (superclasses[key] ?? []).filter { !Condition.areExclusive($0.conditions, outer) }
  }

  private mutating func findProtocols() {
    var known: Set<String> = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for key in module.order where !known.contains(key) {
        let refines = (module.members[key] ?? []).contains { id in
          module[id].kind == .protocol && (conforms(inherited[id], known) || conforms(required[id], known))
        }
        if refines {
          protocols.append(key)
          known.insert(key)
          isGrowing = true
        }
      }
    }
  }

  private mutating func findTypes() {
    let candidates = module.order.filter { key in
      (module.members[key] ?? []).allSatisfy { module[$0].kind != .protocol }
    }
    var known = Set(protocols)
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for key in candidates where !known.contains(key) && !witnesses(of: key, known).isEmpty {
        known.insert(key)
        isGrowing = true
      }
    }
    let conforming = known.subtracting(protocols)
    for key in candidates where known.contains(key) {
      let witnesses = witnesses(of: key, known)
      types[key] = witnesses
      superclasses[key] = superclasses(among: witnesses, conforming)
    }
  }

  private func witnesses(of key: String, _ known: Set<String>) -> [Module.ID] {
    (module.members[key] ?? []).filter { conforms(inherited[$0], known) }
  }

  private func superclasses(among witnesses: [Module.ID], _ types: Set<String>) -> [Superclass] {
    witnesses.filter { module[$0].kind == .class }.flatMap { id in
      (inherited[id] ?? []).compactMap { sense in
        guard case .declared(let key) = sense.meaning, types.contains(key) else { return nil }
        return Superclass(key: key, conditions: module[id].conditions.union(sense.conditions))
      }
    }
  }

  /// Whether one of some meanings is the protocol, one that refines it, or a type that conforms to it.
  private func conforms(_ senses: [Sense]?, _ known: Set<String>) -> Bool {
    (senses ?? []).contains { sense in
      switch sense.meaning {
      case .root: true
      case .declared(let key): known.contains(key)
      case .foreign: false
      }
    }
  }

  // MARK: Branches

  /// What has to hold for a declaration to make its type conform: its own `#if`, and those around the protocols, the
  /// base classes and the aliases that lead from it to the protocol.
  func conditions(of witness: Module.ID) -> [Condition] {
    let own = module[witness].conditions
    let ways = (grounds[witness] ?? []).map { way in way.filter { !own.contains($0) } }
    guard !ways.isEmpty, ways.allSatisfy({ !$0.isEmpty }) else { return own }
    if ways.count == 1 { return own + ways[0] }
    // One way or another every build gets there.
    if !Condition.canHold(own + ways.map(Condition.none(of:))) { return own }
    return own + [Condition.any(of: ways)]
  }

  private mutating func findGrounds() {
    var known: [String: [[Condition]]] = [:]
    for key in module.order {
      for id in types[key] ?? [] {
        var path: Set<String> = [key]
        grounds[id] = ways(of: inherited[id] ?? [], path: &path, known: &known)
      }
    }
  }

  /// The branches in which one of several meanings leads to the protocol.
  private func ways(
    of senses: [Sense],
    path: inout Set<String>,
    known: inout [String: [[Condition]]]
  ) -> [[Condition]] {
    var ways: [[Condition]] = []
    for sense in senses {
      switch sense.meaning {
      case .root: ways.append(sense.conditions)
      case .declared(let key):
        ways += self.ways(of: key, path: &path, known: &known).map { sense.conditions.union($0) }
      case .foreign: break
      }
    }
    return Self.simplified(ways)
  }

  /// The branches in which a type or a protocol conforms; none while they are being looked for, in a circle.
  private func ways(
    of key: String,
    path: inout Set<String>,
    known: inout [String: [[Condition]]]
  ) -> [[Condition]] {
    if let found = known[key] { return found }
    guard path.insert(key).inserted else { return [] }
    defer { path.remove(key) }
    var found: [[Condition]] = []
    for id in module.members[key] ?? [] {
      let isProtocol = module[id].kind == .protocol
      guard isProtocol || types[key]?.contains(id) == true else { continue }
      let senses = (inherited[id] ?? []) + (isProtocol ? required[id] ?? [] : [])
      found += ways(of: senses, path: &path, known: &known).map { module[id].conditions.union($0) }
    }
    found = Self.simplified(found)
    known[key] = found
    return found
  }

  /// Without those ways that only ask for more than another; an order that is always the same.
  private static func simplified(_ ways: [[Condition]]) -> [[Condition]] {
    let sorted = ways.sorted { ($0.count, $0.map(\.text).joined()) < ($1.count, $1.map(\.text).joined()) }
    return sorted.reduce(into: []) { kept, way in
      if !kept.contains(where: { $0.allSatisfy(way.contains) }) { kept.append(way) }
    }
  }
}
