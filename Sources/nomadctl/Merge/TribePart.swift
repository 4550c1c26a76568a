#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax
  import NomadTargets

  /// The source of a tribe, in the parts that a merged tribe takes over.
  struct TribePart {
    /// A declaration in the body of the tribe, with the comments above it.
    struct Member {
      let name: String
      let text: String
    }

    /// The protocol of tribes that can be merged.
    enum Kind: String {
      case plain = "Tribe"
      case database = "DatabaseTribe"
      case postgres = "PostgresTribe"

      /// The module that declares the protocol.
      var module: String {
        switch self {
        case .plain: "Nomad"
        case .database: "NomadGRDB"
        case .postgres: "NomadPostgres"
        }
      }

      /// The module and the name of the type of `migrate`'s parameter; nil if it has none.
      var parameter: (module: String, type: String)? {
        switch self {
        case .plain: nil
        case .database: ("GRDB", "Database")
        case .postgres: ("NomadPostgres", "PostgresTransaction")
        }
      }

      /// Creates the protocol that a type names; nil if it is another one.
      init?(_ name: String) {
        guard let kind = Self(rawValue: String(name.split(separator: ".").last ?? "")),
          [kind.rawValue, "\(kind.module).\(kind.rawValue)"].contains(name)
        else { return nil }
        self = kind
      }
    }

    let tribe: Tribe

    /// The tribe's protocol.
    let kind: Kind

    /// The work: the function `migrate` under another name.
    private(set) var work = ""

    /// Whether the work is asynchronous, and whether it throws.
    private(set) var (isAsync, canThrow) = (false, false)

    /// The other members, without the target.
    private(set) var members: [Member] = []

    /// The names that the code uses, without those of arguments and of members of something.
    private(set) var names: Set<String> = []

    /// Reads the source of a tribe.
    ///
    /// - Parameters:
    ///   - tribe: The tribe.
    ///   - declarations: All declarations of its type.
    ///   - bytes: The file with the tribe.
    /// - Throws: ``Failure`` if the merged tribe cannot surely do the same.
    init(
      _ tribe: Tribe,
      _ declarations: [Declaration],
      in bytes: UnsafeBufferPointer<UInt8>
    ) throws(Failure) {
      self.tribe = tribe
      let inherited = declarations.first?.inherited.map { $0.components.map(\.text).joined(separator: ".") } ?? []
      let kind = inherited.first.flatMap { Kind($0) }
      self.kind = kind ?? .plain
      guard tribe.script == nil else { throw refusal("it is in an SQL file") }
      guard declarations.count == 1, let declaration = declarations.first else {
        throw refusal("it has an extension, or branches of an '#if' declare it")
      }
      guard declaration.is(.struct), declaration.parent == nil, !declaration.isLocal, kind != nil, inherited.count == 1
      else {
        throw refusal(
          "only a struct that is not nested, and conforms to Tribe, DatabaseTribe or PostgresTribe alone, can be merged"
        )
      }
      guard tribe.conditions.isEmpty, tribe.availability.isEmpty, declaration.attributes.isEmpty,
        declaration.parameters.isEmpty, declaration.isolations.allSatisfy({ $0 == nil })
      else { throw refusal("it is in an '#if', is generic, or has an attribute") }
      guard tribe.traits.isEmpty else { throw refusal("it has a member that is not only about its work: \(traits)") }
      try read(declaration, bytes)
    }

    private var traits: String { tribe.traits.map(\.description).joined(separator: ", ") }

    /// The place of the tribe, as messages begin.
    private var place: String { "\(tribe.location.file):\(tribe.location.line)" }

    /// Refuses a tribe of another protocol, whose work would need another function.
    func requireKind(of other: TribePart) throws(Failure) {
      guard kind != other.kind else { return }
      throw Failure(
        "\(place): \(tribe.name) is a \(kind.rawValue), but \(other.tribe.name) in \(other.place) is a "
          + "\(other.kind.rawValue); merge the tribes of each protocol into a tribe of their own"
      )
    }

    private func refusal(_ reason: String) -> Failure {
      Failure(
        "\(place): \(tribe.name) cannot be merged: \(reason); merge it by hand, as "
          + "the page MergedTribes shows"
      )
    }

    /// Reads the members.
    private mutating func read(_ declaration: Declaration, _ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
      var cursor = TokenCursor(bytes)
      // A global actor is not listed among the attributes.
      var hasAttribute = false
      while !cursor.peek().is(.end), cursor.peek().start < declaration.range.lowerBound || !cursor.peek().is(.leftBrace)
      {
        let token = cursor.advance()
        if token.is(.at) { hasAttribute = true }
        // The attribute belongs to an import, or to a declaration that has ended.
        if token.is(keyword: .import) || token.is(.rightBrace) { hasAttribute = false }
      }
      if hasAttribute { throw refusal("it has an attribute") }
      cursor.advance()
      var start = cursor.last?.end ?? 0
      while !cursor.peek().is(.rightBrace) {
        let head = try readMember(&cursor)
        guard let end = cursor.last?.end, !cursor.peek().is(.end) else { throw refusal("its body cannot be read") }
        try add(head, cursor, from: start, to: end)
        start = end
      }
    }

    /// What is known of a member after its tokens have been read.
    private struct Head {
      var keyword: Keyword
      var name: Token
      /// The end of the parameters, and the start of the body; that is nil without a body.
      var effects: (start: Int, end: Int?)?
      /// The text between the parentheses.
      var parameters: Range<Int>?
      /// Whether a comma may separate it from another one.
      var hasComma = false
      let hasAttribute: Bool
    }

    /// Reads a member up to the first token of the next one.
    private func readMember(_ cursor: inout TokenCursor) throws(Failure) -> Head {
      var head: Head?
      var (isFirst, hasAttribute) = (true, false)
      while true {
        let token = cursor.peek()
        if token.is(.rightBrace) || token.is(.end) { break }
        if !isFirst, head != nil, token.startsLine, startsMember(token) { break }
        isFirst = false
        cursor.advance()
        if token.is(.semicolon), head != nil { break }
        if token.is(.comma) { head?.hasComma = true }
        if token.isDirective || token.is(.pound) { throw refusal("its body has an '#if' or a macro") }
        if token.is(.at) { hasAttribute = true }
        if head == nil, let keyword = token.keyword {
          switch keyword {
          case .func, .var, .let, .struct, .class, .enum, .actor, .typealias:
            guard cursor.peek().isName else { throw refusal("a member has no plain name") }
            head = Head(keyword: keyword, name: cursor.advance(), hasAttribute: hasAttribute)
          case .initializer, .deinit, .subscript, .extension, .protocol, .case, .operator, .macro:
            throw refusal("it declares '\(keyword.rawValue)'")
          default: break
          }
        } else if token.is(.leftParen) || token.is(.leftSquare) || token.is(.leftBrace) {
          if token.is(.leftBrace), head?.effects?.end == nil { head?.effects?.end = token.start }
          cursor.skipToClosing()
          if token.is(.leftParen), head?.keyword == .func, head?.effects == nil, let end = cursor.last?.end {
            head?.effects = (end, nil)
            head?.parameters = token.end..<(end - 1)
          }
        }
      }
      guard let head else { throw refusal("its body cannot be read") }
      return head
    }

    private func startsMember(_ token: Token) -> Bool {
      if token.is(.at) { return true }
      switch token.keyword {
      case .func, .var, .let, .struct, .class, .enum, .actor, .typealias, .initializer, .deinit, .subscript, .case,
        .extension, .protocol, .private, .fileprivate, .internal, .package, .public, .static, .final, .lazy, .mutating,
        .nonisolated, .nonmutating, .weak, .unowned, .indirect, .override:
        return true
      default: return false
      }
    }

    private mutating func add(_ head: Head, _ cursor: TokenCursor, from start: Int, to end: Int) throws(Failure) {
      let name = cursor.name(of: head.name).text
      let text = cursor.text(from: start, to: end)
      try refuseNames(in: text)
      if name == "target" {
        if head.hasComma { throw refusal("its target shares a declaration with another member") }
        return
      }
      noteNames(cursor, from: start, to: end)
      // The merged tribe would have it for all parts.
      if Self.settings.contains(name) { throw refusal("it has a member that is not only about its work: \(name)") }
      guard name == "migrate" else {
        members.append(Member(name: name, text: text))
        return
      }
      let parameters = head.parameters.map { cursor.text(from: $0.lowerBound, to: $0.upperBound) } ?? ""
      guard head.keyword == .func, work.isEmpty, isExpected(parameters), let effects = head.effects,
        let body = effects.end
      else {
        let expected = kind.parameter.map { "with one parameter, '_ db: \($0.type)'" } ?? "without parameters"
        throw refusal("its 'migrate' is not a function \(expected)")
      }
      // The merged tribe's `migrate` could not call a function of a global actor in the same way.
      if head.hasAttribute { throw refusal("its 'migrate' has an attribute") }
      let words = cursor.text(from: effects.start, to: body).split { !$0.isLetter }
      (isAsync, canThrow) = (words.contains("async"), words.contains("throws"))
      work =
        cursor.text(from: start, to: head.name.start) + Self.placeholder + cursor.text(from: head.name.end, to: end)
    }

    /// The members that configure how a tribe runs.
    private static let settings: Set = [
      "transactionKind", "isTransactional", "foreignKeyChecks", "timeouts", "requiresNone", "phase",
    ]

    /// Whether `migrate` has the parameters that the tribe's protocol requires.
    private func isExpected(_ parameters: String) -> Bool {
      guard let (module, type) = kind.parameter else { return parameters.allSatisfy(\.isWhitespace) }
      guard let match = parameters.wholeMatch(of: /\s*_(?:\s+\w+)?\s*:\s*([\w.]+)\s*/) else { return false }
      return match.output.1 == type || match.output.1 == "\(module).\(type)"
    }

    /// Stands for the name of the function in the work.
    static let placeholder = "{{work}}"

    /// Notes the names that a part of the code uses, also in string interpolations.
    private mutating func noteNames(_ cursor: TokenCursor, from start: Int, to end: Int) {
      var code = cursor.text(from: start, to: end)
      code.withUTF8 { bytes in
        TokenCursor.readAll(from: TokenCursor(bytes)) { inner in
          let before = inner.last
          let token = inner.advance()
          let isArgument = before?.is(.leftParen) == true || before?.is(.comma) == true
          if token.isName, before?.is(.period) != true, !(isArgument && inner.peek().is(.colon)) {
            names.insert(inner.name(of: token).text)
          }
          return token
        }
      }
    }

    /// Refuses code that means something else in another type.
    private func refuseNames(in text: String) throws(Failure) {
      let names = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      if names.contains("TribeAttempt") { throw refusal("it uses TribeAttempt, whose checkpoints could get mixed up") }
      if names.contains(tribe.name[...]) { throw refusal("it names its own type") }
    }
  }
#endif
