#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax
  import NomadTargets

  /// The stored types of today, compared with those of a release.
  struct ShapeHistory {
    /// The difference between a type of today and that of the release.
    enum State: String {
      case unchanged, changed, new, gone
    }

    /// A difference between two shapes.
    struct Change: Equatable {
      /// The name of a property, a case or a method; nil for the type as a whole.
      var member: String?
      /// The text of it in the shape of the release and in that of today; nil if it has none.
      var was: String?
      var now: String?

      var kind: String { was == nil ? "added" : now == nil ? "removed" : "changed" }
    }

    /// A type in one branch of `#if`.
    struct Entry {
      /// The type of today; that of the release if it is gone.
      var type: ShapeSet.Member
      var location: Location?
      var state: State
      /// The line of the release; nil if it has none.
      var before: ShapeSet.Member?
      /// The name in the lock, if the type has another one now.
      var formerName: String?
      /// The types that may have the place of a type that is gone.
      var successors: [String] = []

      var changes: [Change] {
        before.map { state == .changed ? ShapeHistory.changes(from: $0.shape, to: type.shape) : [] } ?? []
      }
    }

    /// The types, sorted by module and name.
    private(set) var entries: [Entry]

    /// Compares the types.
    ///
    /// - Parameters:
    ///   - types: The stored types of today.
    ///   - before: The stored types of the release, under their names of today.
    ///   - renamed: The names in the lock of types that have other names now, by these.
    ///   - successors: The types that may have the place of others that are gone, by the names of these.
    init(
      _ types: [StoredType],
      since before: ShapeSet,
      renamed: [String: String],
      successors: [String: [String]]
    ) {
      let today = types.map { type in
        let member = ShapeSet.Member(
          module: type.module,
          name: type.name,
          shape: type.shape,
          condition: type.condition
        )
        return (member, type.location)
      }
      let present = today.map { type, location -> Entry in
        let lines = before.members.filter { $0.id == type.id }
        let line =
          lines.first { Self.isSame($0.condition, type.condition) } ?? (lines.count == 1 ? lines[0] : nil)
        let state: State = line.map { $0.shape == type.shape ? .unchanged : .changed } ?? .new
        let former = line == nil ? nil : renamed[type.id]
        return Entry(type: type, location: location, state: state, before: line, formerName: former)
      }
      let gone = before.members.filter { line in !today.contains { $0.0.id == line.id } }
        .map { Entry(type: $0, state: .gone, before: $0, successors: successors[$0.id] ?? []) }
      entries = (present + gone).sorted { ByteOrder.precedes($0.type.id, $1.type.id) }
    }

    /// Keeps the types that some names mean; all if there are no names.
    ///
    /// - Throws: ``Failure`` if a name means none, or several.
    mutating func keep(_ names: [String]) throws(Failure) {
      if names.isEmpty { return }
      let all = Dictionary(
        entries.map { ($0.type.id, $0.type.id) }
          + entries.compactMap { entry in
            entry.formerName.map { ($0, entry.type.id) }
          }
      ) { first, _ in first }
      var kept: Set<String> = []
      for name in names {
        guard let id = try ShortName.meaning(of: name, among: all.keys).flatMap({ all[$0] }) else {
          let list = Set(all.values).sorted(by: ByteOrder.precedes).joined(separator: ", ")
          throw Failure("'\(name)' is neither a path nor a stored type; the stored types are \(list)")
        }
        kept.insert(id)
      }
      entries.removeAll { !kept.contains($0.type.id) }
    }

    private static func isSame(_ lhs: String?, _ rhs: String?) -> Bool {
      lhs?.filter { $0 != " " } == rhs?.filter { $0 != " " }
    }

    /// Returns the differences between two shapes, by the names of members.
    static func changes(from old: Shape, to new: Shape) -> [Change] {
      let (before, after) = (members(of: old), members(of: new))
      let names = Set(before.keys).union(after.keys).sorted(by: ByteOrder.precedes)
      var changes = names.compactMap { name -> Change? in
        let (was, now) = (before[name], after[name])
        return was == now ? nil : Change(member: name, was: was, now: now)
      }
      if form(of: old) != form(of: new) { changes.insert(Change(was: form(of: old), now: form(of: new)), at: 0) }
      return changes
    }

    /// Returns the texts of the members by their names; of several branches of `#if` together.
    private static func members(of shape: Shape) -> [String: String] {
      let all = shape.properties.map { ($0.name, $0.text) } + shape.cases.map { ($0.name, $0.text) } + shape.codeTexts
      return Dictionary(all) { "\($0), \($1)" }
    }

    private static func form(of shape: Shape) -> String {
      let kind = shape.isEnum ? "enum" : "properties"
      return kind + (shape.rawType.map { " of \($0)" } ?? "") + (shape.superclass.map { ": \($0)" } ?? "")
    }

    // MARK: Reports

    /// Returns the types as lines of text, each followed by its changes.
    ///
    /// - Parameter release: The release that they are compared with; nil for the newest one of each type.
    /// - Returns: The text with a newline at its end.
    func text(since release: String?) -> String {
      guard !entries.isEmpty else { return "There are no stored types here.\n" }
      return entries.map { entry in
        let type = entry.type
        let head = [type.id, type.shape.text] + (type.condition.map { ["if \($0.swiftLiteral)"] } ?? [])
        let place = release ?? entry.before?.release ?? ReleaseLock.fileName
        let state =
          switch entry.state {
          case .unchanged: "  as in \(entry.before?.release ?? place)"
          case .changed: "  changed since \(place)"
          case .new: release.map { "  new since \($0)" } ?? "  no release has it"
          case .gone:
            "  gone since \(place)"
              + (entry.successors.isEmpty ? "" : "; its new name may be \(entry.successors.joined(separator: " or "))")
          }
        let rename = entry.formerName.map { ["  renamed from \($0)"] } ?? []
        let changes = entry.changes.map { change in
          let texts = [change.was, change.now].compactMap(\.self).joined(separator: ", now ")
          return "    \(change.kind) \(texts)"
        }
        return ([head.joined(separator: " ")] + rename + [state] + changes).map { $0.printable + "\n" }.joined()
      }.joined()
    }

    /// Returns the types as a JSON document.
    func json(since release: String?) -> String {
      let types = entries.map { entry -> JSON in
        var fields: [(String, JSON)] = [
          ("name", .string(entry.type.name)), ("module", .string(entry.type.module)),
          ("state", .string(entry.state.rawValue)), ("shape", .string(entry.type.shape.text)),
        ]
        if let condition = entry.type.condition { fields.append(("condition", .string(condition))) }
        if let before = entry.before {
          if let release = before.release { fields.append(("release", .string(release))) }
          fields.append(("was", .string(before.shape.text)))
          if let name = entry.formerName { fields.append(("formerName", .string(name))) }
        }
        if let location = entry.location {
          fields += [
            ("file", .string(location.file)), ("line", .number(location.line)), ("column", .number(location.column)),
          ]
        }
        fields.append(("changes", .array(entry.changes.map(Self.json))))
        return .object(fields)
      }
      let head: [(String, JSON)] = [("version", .number(1))] + (release.map { [("from", .string($0))] } ?? [])
      return JSON.object(head + [("types", .array(types))]).printed() + "\n"
    }

    private static func json(_ change: Change) -> JSON {
      let texts = [("member", change.member), ("was", change.was), ("now", change.now)]
      return .object(
        [("kind", .string(change.kind))] + texts.compactMap { key, text in text.map { (key, .string($0)) } }
      )
    }
  }
#endif
