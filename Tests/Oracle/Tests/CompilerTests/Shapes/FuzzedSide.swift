/// One side of a random pair: types, of which the first is stored and may contain the others.
struct FuzzedSide {
  struct Property {
    enum Kind: CaseIterable { case variable, constant, computed, isStatic, isLazy }
    var name: String
    var key: String
    var type: FuzzedType
    var kind = Kind.variable
    /// Whether it has a property wrapper.
    var isWrapped = false

    var isCoded: Bool { kind == .variable || kind == .constant }
  }

  struct Case {
    var name: String
    var key: String
    /// The raw value as it is written; nil for the implied one.
    var raw: String?
    var parameters: [(label: String?, type: FuzzedType)] = []
  }

  struct Declaration {
    enum Form: Equatable { case structure, object, raw(String), enumeration }
    var name: String
    var form: Form
    var properties: [Property] = []
    var cases: [Case] = []
  }

  var declarations: [Declaration] = []
  /// The number of the next new name.
  private var next = 0

  init(_ random: inout SplitMix64) {
    let count = Int.random(in: 1...4, using: &random)
    for place in 0..<count {
      let later = place + 1..<count
      var declaration = Declaration(name: "T\(place)", form: .structure)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3: break
      case 4: declaration.form = .object
      case 5: declaration.form = .raw(random.pick(["String", "Int", "UInt8"]))
      default: declaration.form = .enumeration
      }
      switch declaration.form {
      case .structure, .object:
        for _ in 0..<Int.random(in: 1...4, using: &random) { declaration.properties.append(property(later, &random)) }
      case .raw, .enumeration:
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          declaration.cases.append(newCase(declaration.form, later, &random))
        }
      }
      declarations.append(declaration)
    }
  }

  // MARK: Parts

  private mutating func newName() -> String {
    next += 1
    return "m\(next)"
  }

  private mutating func property(_ later: Range<Int>, _ random: inout SplitMix64) -> Property {
    let name = newName()
    let key = random.oneIn(8) ? "k\(next)" : name
    return Property(name: name, key: key, type: .random(later, &random), isWrapped: random.oneIn(12))
  }

  private mutating func newCase(
    _ form: Declaration.Form,
    _ later: Range<Int>,
    _ random: inout SplitMix64
  ) -> Case {
    let name = newName()
    var new = Case(name: name, key: form == .enumeration && random.oneIn(8) ? "k\(next)" : name)
    switch form {
    case .raw("String"): new.raw = random.oneIn(3) ? "\"r\(next)\"" : nil
    // Implied numbers would depend on the order.
    case .raw: new.raw = "\(next)"
    default:
      for index in 0..<Int.random(in: 0...2, using: &random) {
        new.parameters.append((random.oneIn(2) ? "l\(index)" : nil, .random(later, &random)))
      }
    }
    return new
  }

  // MARK: Changes

  /// Changes one thing at random.
  mutating func mutate(_ random: inout SplitMix64) {
    let place = random.pick(reachable)
    let later = place + 1..<declarations.count
    if declarations[place].cases.isEmpty {
      mutateProperty(of: place, later, &random)
    } else {
      mutateCase(of: place, later, &random)
    }
  }

  /// The places of the types that values of the first one contain.
  private var reachable: [Int] {
    var found = [0]
    for place in declarations.indices where found.contains(place) {
      let declaration = declarations[place]
      let properties = declaration.properties.filter(\.isCoded)
      let types = properties.map(\.type) + declaration.cases.flatMap(\.parameters).map(\.type)
      found += types.compactMap(\.declared)
    }
    return Set(found).sorted()
  }

  private mutating func mutateProperty(of place: Int, _ later: Range<Int>, _ random: inout SplitMix64) {
    let index = Int.random(in: declarations[place].properties.indices, using: &random)
    var changed = declarations[place].properties[index]
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1:
      declarations[place].properties.insert(property(later, &random), at: index)
      return
    case 2:
      if declarations[place].properties.count > 1 { declarations[place].properties.remove(at: index) }
      return
    case 3: (changed.name, changed.key) = { ($0, $0) }(newName())
    case 4: changed.name = newName()
    case 5: changed.key = newName()
    case 6: changed.kind = random.pick(Property.Kind.allCases)
    case 7: declarations[place].properties.shuffle(using: &random)
    case 8: declarations[place].form = declarations[place].form == .structure ? .object : .structure
    case 9: changed.isWrapped.toggle()
    default: changed.type = changed.type.neighbor(later, &random)
    }
    guard let index = declarations[place].properties.firstIndex(where: { $0.name == changed.name }) else {
      declarations[place].properties[index] = changed
      return
    }
    declarations[place].properties[index] = changed
  }

  private mutating func mutateCase(of place: Int, _ later: Range<Int>, _ random: inout SplitMix64) {
    let form = declarations[place].form
    let index = Int.random(in: declarations[place].cases.indices, using: &random)
    var changed = declarations[place].cases[index]
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: declarations[place].cases.append(newCase(form, later, &random))
    case 2: if declarations[place].cases.count > 1 { declarations[place].cases.remove(at: index) }
    case 3:
      (changed.name, changed.key) = { ($0, $0) }(newName())
      declarations[place].cases[index] = changed
    case 4:
      if form == .raw("String"), changed.raw == nil { changed.raw = "\"\(changed.name)\"" }
      changed.name = newName()
      declarations[place].cases[index] = changed
    case 5:
      let key = newName()
      if form == .enumeration { changed.key = key }
      if case .raw(let type) = form { changed.raw = type == "String" ? "\"\(key)\"" : "\(next)" }
      declarations[place].cases[index] = changed
    case 6: declarations[place].cases.shuffle(using: &random)
    default:
      if case .raw(let type) = form {
        if type != "String" { declarations[place].form = .raw(random.pick(["Int", "Int64", "UInt8"])) }
      } else if changed.parameters.isEmpty || random.oneIn(3) {
        changed.parameters.append((random.oneIn(2) ? newName() : nil, .random(later, &random)))
      } else {
        let parameter = Int.random(in: changed.parameters.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed.parameters.remove(at: parameter)
        case 1: changed.parameters[parameter].label = newName()
        default: changed.parameters[parameter].type = changed.parameters[parameter].type.neighbor(later, &random)
        }
      }
      if case .enumeration = form { declarations[place].cases[index] = changed }
    }
  }
}
