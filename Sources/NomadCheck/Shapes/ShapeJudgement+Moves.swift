import NomadSyntax

/// The types that have other names than in the lock.
extension ShapeJudgement {
  /// Returns the types that are gone with the new ones that they are now, the most alike first.
  func movedTypes() -> [(former: String, name: String)] {
    let gone = locked.lines.keys.filter { isGone($0) && isOfItsOwn(locked.lines(of: $0).map(\.shape)) }
    if gone.isEmpty { return [] }
    let new = types.keys.filter { isNew($0) && isOfItsOwn(declared($0).map(\.shape)) }
    var (moves, taken, undecided) = ([(former: String, name: String)](), Set<String>(), Set<String>())
    let news = new.map { ($0, Members(of: declared($0).map(\.shape))) }
    let pairs = gone.flatMap { former -> [Likeness] in
      let old = (former, Members(of: locked.lines(of: former).map(\.shape)))
      return news.compactMap { Likeness(old, $0, self) }
    }
    for pair in pairs.sorted() where !undecided.contains(pair.former) && !taken.contains(pair.name) {
      if moves.contains(where: { $0.former == pair.former }) { continue }
      if pair.isCertain {
        moves.append((pair.former, pair.name))
        taken.insert(pair.name)
      } else {
        undecided.insert(pair.former)
      }
    }
    return moves
  }

  /// Whether some shapes are not those of an alias, which is another name already.
  private func isOfItsOwn(_ shapes: [Shape]) -> Bool { shapes.contains { $0.alias == nil } }

  private func isSame(_ former: String, _ name: String) -> Bool {
    let (lines, types) = (locked.lines(of: former), declared(name))
    return lines.count == types.count
      && lines.allSatisfy { line in
        types.contains { type in
          let (old, new) = (SwiftType(line.name), SwiftType(type.name))
          return line.isInSameBuilds(as: type)
            && newest.effect(of: [line.shape], named: old, as: [type.shape], named: new) == nil
        }
      }
  }

  /// The properties and cases of a type in all builds.
  struct Members {
    let names: Set<String>
    /// The names with types, without the names of types that may have been renamed as well.
    let types: Set<String>

    init(of shapes: [Shape]) {
      names = Set(shapes.flatMap { $0.properties.map(\.name) + $0.cases.map(\.name) })
      types = Set(
        shapes.map { $0.renaming { WellKnownTypes.isTaken($0) ? nil : "_" } }.flatMap { shape in
          shape.properties.map { property in
            let type = property.type?.mapped { if case .optional(let type) = $0 { type } else { $0 } }
            return "\(property.name) \(type?.description ?? "")"
          } + shape.cases.map { item in "\(item.name) \(item.parameters.map { "\($0.key) \($0.type)" })" }
        }
      )
    }
  }

  /// How much a new type is like one that is gone; sorted from the most alike to the least.
  struct Likeness: Comparable {
    let former: String
    let name: String
    /// A type of the same name comes before one of the same shape, because a type can have another's shape by chance.
    private let grade: Int
    /// The part of the members that both have.
    private let share: Double
    /// Whether the new type is the one that is gone, and not only may be.
    let isCertain: Bool

    /// Compares two types; nil if they have neither the same name nor enough members in common.
    init?(
      _ gone: (name: String, members: Members),
      _ found: (name: String, members: Members),
      _ judgement: ShapeJudgement
    ) {
      (former, name) = (gone.name, found.name)
      let (old, new) = (gone.members.types, found.members.types)
      let shared = old.intersection(new).count
      share = Double(shared) / Double(max(old.union(new).count, 1))
      // A small type has many others' members by chance.
      let isAlike = shared * 2 >= min(old.count, new.count) && share >= 0.25
      let isClose = shared * 2 >= max(old.count, new.count)
      let isSame = old == new && judgement.isSame(former, name)
      let isNamesake = former.split(separator: ".").last == name.split(separator: ".").last
      let isMoved = isNamesake && (isSame || !gone.members.names.isDisjoint(with: found.members.names))
      let isRenamed = isSame && !old.isEmpty && judgement.formers[former] == nil
      guard isMoved || isRenamed || isAlike else { return nil }
      grade = isNamesake && isSame ? 3 : isMoved && isClose ? 2 : isRenamed ? 1 : 0
      isCertain = isMoved || isRenamed
    }

    static func < (lhs: Self, rhs: Self) -> Bool {
      (rhs.grade, rhs.share, lhs.name, lhs.former) < (lhs.grade, lhs.share, rhs.name, rhs.former)
    }
  }
}
