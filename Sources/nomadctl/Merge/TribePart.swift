#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

  /// The source of a tribe, in the parts that a merged tribe takes over.
  struct TribePart {
    /// A declaration in the body of the tribe, with the comments above it.
    struct Member {
      let name: String
      let text: String
    }

    let tribe: Tribe

    /// The work: the function `migrate()` under another name.
    private(set) var work = ""

    /// Whether the work is asynchronous, and whether it throws.
    private(set) var (isAsync, canThrow) = (false, false)

    /// The other members, without the target.
    private(set) var members: [Member] = []

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
      guard declarations.count == 1, let declaration = declarations.first else {
        throw refusal("it has an extension, or branches of an '#if' declare it")
      }
      let inherited = declaration.inherited.map { $0.components.map(\.text).joined(separator: ".") }
      guard declaration.is(.struct), declaration.parent == nil, !declaration.isLocal,
        inherited == ["Tribe"] || inherited == ["Nomad.Tribe"]
      else { throw refusal("only a struct that conforms to Tribe alone, and is not nested, can be merged") }
      guard tribe.conditions.isEmpty, tribe.availability.isEmpty, declaration.attributes.isEmpty,
        declaration.parameters.isEmpty, declaration.isolations.allSatisfy({ $0 == nil })
      else { throw refusal("it is in an '#if', is generic, or has an attribute") }
      guard tribe.traits.isEmpty else { throw refusal("it has a member that is not only about its work: \(traits)") }
      try read(declaration, bytes)
    }

    private var traits: String { tribe.traits.map(\.description).joined(separator: ", ") }

    private func refusal(_ reason: String) -> Failure {
      Failure(
        "\(tribe.location.file):\(tribe.location.line): \(tribe.name) cannot be merged: \(reason); merge it by hand, as "
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
      /// The end of the parameters, and the start of the body.
      var effects: Range<Int>?
      var hasParameters = false
      /// Whether a comma may separate it from another one.
      var hasComma = false
    }

    /// Reads a member up to the first token of the next one.
    private func readMember(_ cursor: inout TokenCursor) throws(Failure) -> Head {
      var head: Head?
      var isFirst = true
      while true {
        let token = cursor.peek()
        if token.is(.rightBrace) || token.is(.end) { break }
        if !isFirst, head != nil, token.startsLine, startsMember(token) { break }
        isFirst = false
        cursor.advance()
        if token.is(.semicolon), head != nil { break }
        if token.is(.comma) { head?.hasComma = true }
        if token.isDirective || token.is(.pound) { throw refusal("its body has an '#if' or a macro") }
        if head == nil, let keyword = token.keyword {
          switch keyword {
          case .func, .var, .let, .struct, .class, .enum, .actor, .typealias:
            guard cursor.peek().isName else { throw refusal("a member has no plain name") }
            head = Head(keyword: keyword, name: cursor.advance())
          case .initializer, .deinit, .subscript, .extension, .protocol, .case, .operator, .macro:
            throw refusal("it declares '\(keyword.rawValue)'")
          default: break
          }
        } else if token.is(.leftParen) || token.is(.leftSquare) || token.is(.leftBrace) {
          let isEmpty = cursor.peek().is(.rightParen)
          if token.is(.leftBrace), let effects = head?.effects, effects.isEmpty {
            head?.effects = effects.lowerBound..<token.start
          }
          cursor.skipToClosing()
          if token.is(.leftParen), head?.keyword == .func, head?.effects == nil, let end = cursor.last?.end {
            head?.effects = end..<end
            head?.hasParameters = !isEmpty
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
      guard name == "migrate" else {
        members.append(Member(name: name, text: text))
        return
      }
      guard head.keyword == .func, work.isEmpty, !head.hasParameters, let effects = head.effects, !effects.isEmpty
      else {
        throw refusal("its 'migrate' is not a function without parameters")
      }
      let words = cursor.text(from: effects.lowerBound, to: effects.upperBound).split { !$0.isLetter }
      (isAsync, canThrow) = (words.contains("async"), words.contains("throws"))
      work =
        cursor.text(from: start, to: head.name.start) + Self.placeholder + cursor.text(from: head.name.end, to: end)
    }

    /// Stands for the name of the function in the work.
    static let placeholder = "{{work}}"

    /// Refuses code that means something else in another type.
    private func refuseNames(in text: String) throws(Failure) {
      let names = Array(text.utf8).withUnsafeBufferPointer { bytes in
        var (cursor, names) = (TokenCursor(bytes), Set<String>())
        while !cursor.peek().is(.end) {
          let token = cursor.advance()
          if token.isName { names.insert(cursor.name(of: token).text) }
          for var inner in token.is(.string) ? cursor.interpolations(of: token) : [] {
            while !inner.peek().is(.end) {
              let token = inner.advance()
              if token.isName { names.insert(inner.name(of: token).text) }
            }
          }
        }
        return names
      }
      if names.contains("TribeAttempt") { throw refusal("it uses TribeAttempt, whose checkpoints could get mixed up") }
      if names.contains(tribe.name) { throw refusal("it names its own type") }
    }
  }
#endif
