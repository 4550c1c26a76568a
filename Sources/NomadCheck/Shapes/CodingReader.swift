import NomadSyntax

/// A reader of the body of an `init(from:)` or an `encode(to:)`.
///
/// It follows the containers from variable to variable. Every other use of them makes a statement unreadable.
struct CodingReader {
  private struct Container {
    var path: [CodingUse.Step] = []
    /// The type of its keys; nil if it has none.
    var keys: SwiftType?
    /// The number of values that were read from a container without keys; nil for one with keys or with one value.
    var count: Int?
    /// Whether it may be missing, because it was asked for with `try?`.
    var isOptional = false
    /// The block of code that declares it.
    var block = 0
  }

  /// The place of a statement: in which blocks it is.
  private struct Context {
    var isConditional = false
    var isTolerant = false
    /// Whether it is what happens otherwise: after `else` or `catch`.
    var isFallback = false
    /// The index of the first token of the innermost block.
    var block = 1
    /// The keys that are surely there.
    var keys: Set<String> = []
    /// The statements whose blocks it is in, up to these.
    var heads: [Range<Int>] = []
    /// The innermost label of a `case`, by its number and its first token.
    var label: (number: Int, start: Int)?
    /// The number of blocks around it.
    var depth = 0
  }

  /// A statement that uses no container, and may change what is decoded.
  private struct Other {
    var statement: Range<Int>
    var context: Context
  }

  private let code: BodyTokens
  /// The tokens whose use of a container is understood.
  private var consumed: Set<Int> = []

  private let coder: String
  private let start: Int
  private let lines: LineMap
  private let isDecoding: Bool
  private let asksForAllKeys: Bool
  private var containers: [String: Container] = [:]
  /// The values that local names stand for, by their indices among the uses.
  private var locals: [String: [Int]] = [:]
  /// The statements that declare a variable, as offsets in the source, by its name.
  private var declarations: [String: [Range<Int>]] = [:]
  private var others: [Other] = []
  /// The statements that do more with a value than to keep it.
  private var calculations: [Range<Int>] = []
  private var body = CodingBody()

  /// Returns what the body of a method does with its decoder or encoder.
  static func body(of coder: Coder, in file: SourceText) -> CodingBody {
    var reader = CodingReader(coder, in: file)
    reader.readBlock(1..<max(1, reader.code.tokens.count - 1), Context())
    reader.addOthers()
    for (token, conditions) in zip(reader.code.tokens, reader.code.conditions) where !conditions.isEmpty {
      reader.body.conditions[reader.start + token.start] = conditions
    }
    return reader.body
  }

  private init(_ coder: Coder, in file: SourceText) {
    (self.coder, start, lines) = (coder.parameter, coder.body.lowerBound, file.lines)
    isDecoding = coder.kind == .decoder
    code = BodyTokens(file[coder.body])
    asksForAllKeys = code.texts.contains("allKeys")
  }

  // MARK: Statements

  private mutating func readBlock(_ range: Range<Int>, _ context: Context) {
    // Deeper than any real code.
    guard context.depth < 256 else {
      if !range.isEmpty { body.rest.append(source(range)) }
      return
    }
    var (index, context) = (range.lowerBound, context)
    let outer = context
    while index < range.upperBound {
      if code.kind(index) == .semicolon {
        index += 1
      } else if code.keyword(index) == .case || code.keyword(index) == .default {
        let end = min(code.first(in: index..<range.upperBound) { code.kind($0) == .colon } + 1, range.upperBound)
        let label = (body.labels.count, index)
        body.labels.append(source(index..<end))
        for token in index..<end where [.let, .var].contains(code.keyword(token)) {
          for name in names(after: token) { declarations[name, default: []].append(source(index..<end)) }
        }
        let names = (index..<end).filter { code.kind($0 - 1) == .period && code.tokens[$0].isName }.map {
          code.texts[$0]
        }
        context = outer
        // The labels of other values than keys may have the same names.
        if asksForAllKeys { context.keys.formUnion(names) }
        context.label = label
        index = end
      } else {
        index = readStatement(index..<range.upperBound, &context)
      }
    }
  }

  /// Reads the statement at the start of a range, and returns the index after it.
  ///
  /// `context` gets the keys that are there after a `guard`.
  private mutating func readStatement(_ range: Range<Int>, _ context: inout Context) -> Int {
    var index = range.lowerBound
    // The parts of the statement before its blocks of code, each with the block after it.
    var parts: [(head: Range<Int>, block: Range<Int>?)] = []
    var head = index
    scan: while index < range.upperBound {
      switch code.kind(index) {
      case .semicolon: break scan
      case .leftParen, .leftSquare: index = code.end(of: index)
      case .leftBrace:
        let next = min(code.end(of: index), range.upperBound)
        parts.append((head..<index, index + 1..<max(index + 1, next - 1)))
        (head, index) = (next, next)
        if !continues(index, range) { break scan }
      default: index += 1
      }
      if index < range.upperBound, index > range.lowerBound, startsStatement(index) { break }
    }
    if head < index { parts.append((head..<index, nil)) }
    let whole = range.lowerBound..<max(index, range.lowerBound + 1)
    // The code in a loop or a closure runs any number of times.
    let isControl = [.do, .guard, .if, .switch].contains(code.keyword(whole.lowerBound))
    guard isControl || parts.allSatisfy({ $0.block == nil }) else {
      if let head = parts.first?.head { readHead(head, of: whole, context) }
      return whole.upperBound
    }
    let isCaught = isCaught(parts)
    // The keys that are there if none of the conditions so far holds.
    var otherwise: Set<String> = []
    for (head, block) in parts {
      readHead(head, of: head, context)
      guard let block else { continue }
      var inner = context
      inner.isFallback = [.catch, .else, .guard].contains(code.keyword(head.lowerBound))
      switch code.keyword(head.lowerBound) {
      case .do: if isCaught { inner.isTolerant = true }
      default: inner.isConditional = true
      }
      let found = keys(askedForIn: head)
      if code.keyword(head.lowerBound) == .guard {
        inner.keys.formUnion(found.otherwise)
        context.keys.formUnion(found.then)
      } else {
        inner.keys.formUnion(found.then.union(otherwise))
        if !found.otherwise.isEmpty { inner.isFallback = true }
        otherwise.formUnion(found.otherwise)
      }
      inner.block = block.lowerBound
      inner.depth += 1
      if head.count > 1 { inner.heads.append(head) }
      readBlock(block, inner)
    }
    return whole.upperBound
  }

  /// Adds the statements without a container on which a decoded value depends: those that change its property, and those
  /// of the variables that its calculation uses.
  private mutating func addOthers() {
    // The properties, and the variables that are made of decoded values.
    var made = Set(
      body.uses.compactMap(\.property) + calculations.flatMap(declared) + calculations.map(target) + ["self"]
    )
    var needed = Set(calculations.flatMap(names))
    var isFound = true
    while isFound {
      isFound = false
      var rest: [Other] = []
      for other in others {
        let target = target(of: other.statement)
        let isOfSuper = other.statement.contains { code.keyword($0) == .super }
        let isKept =
          isOfSuper || made.contains(target) || isLocal(target, other.statement) && needed.contains(target)
          || names(in: other.statement).contains(where: made.contains)
        guard isKept else {
          rest.append(other)
          continue
        }
        needed.formUnion(names(in: other.statement))
        made.formUnion(declared(in: other.statement) + [target])
        isFound = true
        if let label = other.context.label {
          // What a value stands for belongs to its label.
          let end = max(body.labels[label.number].upperBound, source(other.statement).upperBound)
          body.labels[label.number] = source(label.start..<label.start + 1).lowerBound..<end
        } else {
          body.others += (other.context.heads + [other.statement]).map(source)
        }
      }
      others = rest
    }
  }

  /// The names of the variables that a statement declares.
  private func declared(in statement: Range<Int>) -> [String] {
    statement.filter { [.let, .var].contains(code.keyword($0)) }.flatMap(names)
  }

  /// Returns the keys that are there if the conditions of a statement hold, and those that are there if they do not.
  private func keys(askedForIn head: Range<Int>) -> (then: Set<String>, otherwise: Set<String>) {
    var keys: (then: Set<String>, otherwise: Set<String>) = ([], [])
    for index in head
    where code.isText(index, "contains") && code.kind(index - 1) == .period && code.kind(index + 1) == .leftParen {
      let end = code.end(of: index + 1)
      guard let type = containers[code.texts[index - 2]]?.keys, case .key(let name, _)? = key(index + 2, end - 1, type)
      else { continue }
      let isNegated =
        code.kind(index - 3) == .prefixOperator || code.isText(end, "==") && code.keyword(end + 1) == .false
      if isNegated { keys.otherwise.insert(name) } else { keys.then.insert(name) }
    }
    return keys
  }

  private func isLocal(_ name: String, _ statement: Range<Int>) -> Bool {
    declarations[name] != nil || code.keyword(statement.lowerBound) == .func
  }

  /// The names that a statement uses, without those of members.
  private func names(in statement: Range<Int>) -> [String] {
    statement.flatMap { index in
      code.tokens[index].isName && (code.kind(index - 1) != .period || code.keyword(index - 2) == .selfValue)
        ? [code.texts[index]] : words(in: index)
    }
  }

  /// Returns the name of the variable, property or function that a statement declares or changes; `self` if it calls a
  /// method, which can change every property.
  private func target(of statement: Range<Int>) -> String {
    var first = statement.lowerBound
    while [.let, .var, .func, .try].contains(code.keyword(first)) { first += 1 }
    if code.keyword(first) == .selfValue, code.kind(first + 1) == .period { first += 2 }
    guard code.tokens.indices.contains(first) else { return "" }
    let isCall =
      code.tokens[first].isName && code.kind(first + 1) == .leftParen && code.keyword(statement.lowerBound) != .func
    return isCall ? "self" : code.texts[first]
  }

  /// Whether a token after a block goes on with its statement.
  private func continues(_ index: Int, _ range: Range<Int>) -> Bool {
    guard index < range.upperBound else { return false }
    return switch code.keyword(index) {
    case .else, .catch: true
    default: !startsStatement(index) && !code.tokens[index].isName && code.tokens[index].keyword == nil
    }
  }

  private func startsStatement(_ index: Int) -> Bool {
    let (token, before) = (code.tokens[index], code.tokens[index - 1])
    guard token.startsLine else { return false }
    switch token.kind {
    case .period, .binaryOperator, .infixQuestion, .postfixQuestion, .equal, .colon, .comma, .leftBrace, .arrow:
      return false
    default: break
    }
    switch before.kind {
    case .binaryOperator, .equal, .comma, .infixQuestion, .colon, .arrow, .prefixOperator: return false
    default: break
    }
    if token.is(keyword: .else) || token.is(keyword: .catch) || token.is(keyword: .as) { return false }
    return !(before.is(keyword: .try) || before.is(keyword: .return) || before.is(keyword: .throw))
  }

  /// Whether a statement catches every error of its `do`, and throws none instead.
  private func isCaught(_ parts: [(head: Range<Int>, block: Range<Int>?)]) -> Bool {
    let catches = parts.filter { code.keyword($0.head.lowerBound) == .catch }
    return catches.contains { $0.head.count == 1 }
      && !catches.contains { ($0.block ?? 0..<0).contains { code.keyword($0) == .throw } }
  }

  // MARK: Expressions

  /// Reads a statement up to its first block of code.
  private mutating func readHead(_ head: Range<Int>, of whole: Range<Int>, _ context: Context) {
    guard let first = head.first else { return }
    var (index, context) = (first, context)
    let found = keys(askedForIn: head)
    context.keys.formUnion(found.then.union(found.otherwise))
    let count = body.uses.count
    let isNoted = readLocals(in: whole)
    for index in head where [.let, .var].contains(code.keyword(index)) {
      for name in names(after: index) { declarations[name, default: []].append(source(head)) }
    }
    while index < head.upperBound {
      defer { index += 1 }
      guard code.tokens[index].isName, code.kind(index - 1) != .period, code.kind(index + 1) != .colon,
        !consumed.contains(index)
      else { continue }
      if code.texts[index] == coder {
        readCoder(index, head, context)
      } else if let container = containers[code.texts[index]] {
        readContainer(container, named: code.texts[index], index, index + 1, head, context)
      }
    }
    for use in body.uses.indices.dropFirst(count) where !body.uses[use].code.isEmpty || whole.count > head.count {
      calculations.append(whole)
      // The closure after a call belongs to it.
      body.uses[use].code = body.uses[use].code.filter { $0 != source(head) } + (isDecoding ? [source(whole)] : [])
    }
    let isUsed = whole.contains { index in
      func isContainer(_ name: String) -> Bool { name == coder || containers[name] != nil }
      if words(in: index).contains(where: isContainer) { return true }
      return code.tokens[index].isName && !consumed.contains(index) && code.kind(index - 1) != .period
        && code.kind(index + 1) != .colon && isContainer(code.texts[index])
    }
    if isUsed || whole.contains(where: { code.keyword($0) == .throw }) {
      body.rest.append(source(whole))
      calculations.append(whole)
    } else if body.uses.count == count, !isNoted, !isSettled(whole, context) {
      body.labels += whole.filter { code.kind($0) == .string && isCompared($0) }.map { source($0..<$0 + 1) }
      if isDecoding || whole.contains(where: { code.keyword($0) == .super }) {
        others.append(Other(statement: whole, context: context))
      }
    }
  }

  /// Whether a statement without a decoded value decides nothing about those that there are.
  private mutating func isSettled(_ statement: Range<Int>, _ context: Context) -> Bool {
    // A container, or the question whether there is a key.
    if statement.contains(where: consumed.contains) {
      return [.let, .var, .if, .guard, .else].contains(code.keyword(statement.lowerBound))
    }
    guard let name = assigned(in: statement) else { return false }
    let value = name + 2..<statement.upperBound
    if value.count == 1, let uses = locals[code.texts[value.lowerBound]] {
      for use in uses { body.uses[use].property = code.texts[name] }
      return true
    }
    // The default of a property that has no value otherwise.
    return context.isFallback && !code.isText(name, "self")
      && value.allSatisfy { !code.tokens[$0].isName || declarations[code.texts[$0]] == nil }
  }

  /// Returns the index of the name of the variable or property to which a statement assigns a value; nil for another one.
  private func assigned(in statement: Range<Int>) -> Int? {
    var name = statement.lowerBound
    if code.keyword(name) == .selfValue, code.kind(name + 1) == .period { name += 2 }
    guard code.tokens.indices.contains(name), code.tokens[name].isName, code.kind(name + 1) == .equal else {
      return nil
    }
    return name + 2 < statement.upperBound ? name : nil
  }

  /// Returns the words of the expressions in a text.
  private func words(in index: Int) -> [String] {
    guard code.kind(index) == .string, code.texts[index].contains("\\") else { return [] }
    return code.texts[index].split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { "\($0)" }
  }

  /// Notes a statement that uses decoded values, unless it only keeps them.
  ///
  /// - Returns: Whether there is one.
  private mutating func readLocals(in head: Range<Int>) -> Bool {
    let isInitializer =
      code.keyword(head.lowerBound) == .selfValue && code.kind(head.lowerBound + 1) == .period
      && code.isText(head.lowerBound + 2, "init")
    var known: Set<String> = []
    var isNoted = false
    func note(_ name: String) {
      guard let uses = locals[name], known.insert(name).inserted else { return }
      isNoted = true
      for use in uses { body.uses[use].code.append(source(head)) }
      calculations.append(head)
    }
    for index in head {
      // A text can contain expressions.
      for word in words(in: index) { note(word) }
      guard code.tokens[index].isName, code.kind(index - 1) != .period, code.kind(index + 1) != .colon else { continue }
      let isKept = code.kind(index - 1) == .equal && index + 1 == head.upperBound || code.kind(index + 1) == .equal
      let isArgument =
        isInitializer && [.colon, .leftParen, .comma].contains(code.kind(index - 1))
        && [.comma, .rightParen].contains(code.kind(index + 1))
      if !isKept, !isArgument { note(code.texts[index]) }
    }
    return isNoted
  }

  /// Whether a statement only keeps a value whose call is given by its tokens, or takes a default in place of nil.
  private func isPlain(_ call: Range<Int>, in head: Range<Int>) -> Bool {
    var (before, after) = (call.lowerBound - 1, call.upperBound)
    while before >= head.lowerBound {
      if code.kind(before) == .postfixQuestion || code.kind(before) == .infixQuestion
        || code.kind(before) == .postfixExclamation
        || code.keyword(before) == .try
      {
        before -= 1
      } else if code.kind(before) == .leftParen, code.kind(after) == .rightParen, !isCalled(before) {
        before -= 1
        after += 1
      } else {
        break
      }
    }
    let isStart =
      before < head.lowerBound || code.kind(before) == .equal && !code.isText(before - 1, "_")
      || code.isText(before, "??")
      || code.keyword(before) == .return || code.keyword(before) == .switch
    let isEnd =
      after >= head.upperBound || code.kind(after) == .comma || code.isText(after, "??") || code.keyword(after) == .else
    return isStart && isEnd
  }

  /// Whether parentheses are those of a call.
  private func isCalled(_ open: Int) -> Bool {
    !code.tokens[open].isDetached && open > 0
      && (code.tokens[open - 1].isIdentifier || [.rightParen, .rightSquare, .rightBrace].contains(code.kind(open - 1)))
  }

  private func isCompared(_ index: Int) -> Bool {
    ["==", "!=", "~="].contains { code.isText(index - 1, $0) || code.isText(index + 1, $0) }
  }

  private func source(_ range: Range<Int>) -> Range<Int> {
    start + code.tokens[range.lowerBound].start..<start + code.tokens[range.upperBound - 1].end
  }

  /// Reads a use of the decoder or the encoder itself.
  private mutating func readCoder(_ index: Int, _ head: Range<Int>, _ context: Context) {
    if code.kind(index + 1) == .period, code.kind(index + 3) == .leftParen {
      var container = Container()
      let arguments = index + 4
      switch code.texts[index + 2] {
      case "container":
        guard code.isText(arguments, "keyedBy"), let (keys, _) = type(arguments + 2) else { return }
        container.keys = keys
      case "singleValueContainer": break
      case "unkeyedContainer": container.count = 0
      default: return
      }
      return bind(container, at: index, to: code.end(of: index + 3), head, context)
    }
    // `Base(from: decoder)`, `super.init(from: decoder)` or `base.encode(to: encoder)`.
    guard code.kind(index + 1) == .rightParen, code.kind(index - 1) == .colon, code.kind(index - 3) == .leftParen else {
      return
    }
    let (label, callee) = (code.texts[index - 2], index - 4)
    if code.isText(callee, "init") || code.isText(callee, "encode"), code.kind(callee - 1) == .period,
      code.keyword(callee - 2) == .super
    {
      consumed.insert(index)
      body.others.append(source(head))
    } else if label == "from", callee >= head.lowerBound,
      code.tokens[callee].isName || code.kind(callee) == .rightSquare
    {
      guard let (type, first) = type(endingAt: callee, head) else { return }
      add(path: [], type: type, at: index, first..<index + 2, head, context)
    } else if label == "to", code.isText(callee, "encode"), code.kind(callee - 1) == .period, callee >= 2 {
      add(path: [], value: value(endingAt: callee - 2, head), at: index, index..<index, head, context)
    }
  }

  /// Reads a use of a container, whose name or call ends before an index.
  private mutating func readContainer(
    _ container: Container,
    named name: String?,
    _ index: Int,
    _ next: Int,
    _ head: Range<Int>,
    _ context: Context
  ) {
    guard code.kind(next) == .period, code.kind(next + 2) == .leftParen else { return }
    let (method, first, close) = (code.texts[next + 1], next + 3, code.end(of: next + 2) - 1)
    var path = container.path
    var coded: (type: SwiftType?, value: CodingUse.Value?)
    var isOptional = container.isOptional
    var last = first
    switch method {
    case "contains":
      guard let keys = container.keys, key(first, close, keys) != nil else { return }
      consumed.insert(index)
    case "nestedContainer", "nestedUnkeyedContainer":
      var inner = Container(path: container.path, count: method == "nestedContainer" ? nil : 0)
      if method == "nestedContainer" {
        guard code.isText(first, "keyedBy"), let (keys, end) = type(first + 2) else { return }
        (inner.keys, last) = (keys, end + (code.kind(end) == .comma ? 1 : 0))
      }
      guard let step = step(of: container, name, last, close, context) else { return }
      inner.path.append(step)
      inner.isOptional = container.isOptional || context.isConditional
      return bind(inner, at: index, to: close + 1, head, context)
    case "decode", "decodeIfPresent":
      guard let (type, end) = type(first) else { return }
      (coded.type, last) = (type, end + (code.kind(end) == .comma ? 1 : 0))
      if method == "decodeIfPresent" { isOptional = true }
    case "encode", "encodeIfPresent":
      let end = code.first(in: first..<max(first, close)) { code.kind($0) == .comma }
      (coded.value, last) = (value(first..<end), end + (code.kind(end) == .comma ? 1 : 0))
      if method == "encodeIfPresent" { isOptional = true }
    case "decodeNil": break
    case "encodeNil": isOptional = true
    default: return
    }
    if container.keys != nil || container.count != nil {
      guard let step = step(of: container, name, last, close, context) else { return }
      path.append(step)
    } else if last < close {
      return
    }
    add(
      path: path,
      type: coded.type,
      value: coded.value,
      isOptional: isOptional,
      at: index,
      index..<close + 1,
      head,
      context
    )
  }

  /// Returns the step to a value in a container; nil if it cannot be read.
  private mutating func step(
    of container: Container,
    _ name: String?,
    _ argument: Int,
    _ close: Int,
    _ context: Context
  ) -> CodingUse.Step? {
    if let keys = container.keys {
      guard code.isText(argument, "forKey"), code.kind(argument + 1) == .colon else { return nil }
      return key(argument + 2, close, keys)
    }
    // The place of a value that is not always read is not known.
    guard let count = container.count, argument >= close, container.block == context.block else { return nil }
    if let name { containers[name]?.count = count + 1 }
    return .index(count)
  }

  private func key(_ first: Int, _ close: Int, _ keys: SwiftType) -> CodingUse.Step? {
    guard first < close, code.tokens[close - 1].isIdentifier, code.kind(close - 2) == .period else { return nil }
    let name = code.texts[close - 1]
    if close - 2 == first { return .key(name, of: keys) }
    let type = SwiftType(code.texts[first..<close - 2].joined())
    return type.path == nil ? nil : .key(name, of: type)
  }

  private mutating func add(
    path: [CodingUse.Step],
    type: SwiftType? = nil,
    value: CodingUse.Value? = nil,
    isOptional: Bool = false,
    at index: Int,
    _ call: Range<Int>,
    _ head: Range<Int>,
    _ context: Context
  ) {
    let before = head.lowerBound..<index
    let attempt = before.last { code.keyword($0) == .try }
    let isTolerant =
      context.isTolerant
      || attempt.map { code.kind($0 + 1) == .postfixQuestion || code.kind($0 + 1) == .infixQuestion } ?? false
    let isKnown = path.contains { step in
      if case .key(let name, _) = step { context.keys.contains(name) } else { false }
    }
    let isLater = before.contains { other in
      ["??", "&&", "||"].contains(code.texts[other])
        || code.kind(other) == .infixQuestion && code.keyword(other - 1) != .try
        || code.kind(other) == .comma && code.keyword(head.lowerBound) == .if
    }
    // Only the statements tell what an element without a key is.
    let isTold = if case .index = path.last { false } else { true }
    body.uses.append(
      CodingUse(
        path: path,
        type: type,
        value: value,
        presence: isTolerant ? .tolerant : isOptional || isKnown ? .optional : .required,
        isConditional: context.isConditional || isLater,
        conditions: code.conditions[index],
        location: lines.location(of: start + code.tokens[index].start),
        statement: source(head),
        property: isDecoding ? assigned(in: head).map { code.texts[$0] } : nil,
        code: value != nil ? declarations(usedIn: call) : isTold && isPlain(call, in: head) ? [] : [source(head)]
      )
    )
    consumed.insert(index)
    // A local name stands for the value: `let text = …`, `if let text = …`.
    if let equal = before.last(where: { code.kind($0) == .equal }), let name = name(before: equal, head),
      [.let, .var].contains(code.keyword(name - 1))
    {
      locals[code.texts[name], default: []].append(body.uses.count - 1)
      // The rest of the statement can ask for more.
      if (call.upperBound..<max(call.upperBound, head.upperBound)).contains(where: { code.isText($0, code.texts[name]) }
      ) {
        body.uses[body.uses.count - 1].code.append(source(head))
      }
    }
  }

  /// Returns the statements that declare the variables that an expression uses, as offsets in the source.
  private func declarations(usedIn range: Range<Int>) -> [Range<Int>] {
    range.filter { index in
      code.tokens[index].isName && code.kind(index - 1) != .period && code.kind(index + 1) != .colon
        && containers[code.texts[index]] == nil
    }
    .flatMap { declarations[code.texts[$0]] ?? [] }
  }

  /// Returns the names that a `let` or `var` declares: one, those of a tuple, or those in the pattern of a case.
  private func names(after index: Int) -> [String] {
    var next = index + 1
    while code.kind(next) == .period || code.kind(next + 1) == .period { next += 1 }
    if code.kind(next) != .leftParen, code.kind(next + 1) == .leftParen { next += 1 }
    if code.kind(next) != .leftParen { return code.tokens.indices.contains(next) ? [code.texts[next]] : [] }
    return (next..<code.end(of: next)).filter { code.tokens[$0].isName && code.kind($0 + 1) != .colon }.map {
      code.texts[$0]
    }
  }

  /// Returns the index of the name in front of `=`, which a type may follow; nil if there is none.
  private func name(before equal: Int, _ head: Range<Int>) -> Int? {
    var name = equal - 1
    if let colon = (head.lowerBound..<equal).last(where: { code.kind($0) == .colon }),
      (colon..<equal).allSatisfy({ code.kind($0) != .comma })
    {
      name = colon - 1
    }
    return name >= head.lowerBound && code.tokens[name].isName ? name : nil
  }

  /// Gives a container the name of the variable that it is assigned to, or reads what is asked of it at once.
  private mutating func bind(
    _ container: Container,
    at index: Int,
    to end: Int,
    _ head: Range<Int>,
    _ context: Context
  ) {
    if code.kind(end) == .period { return readContainer(container, named: nil, index, end, head, context) }
    var before = index - 1
    var container = container
    if code.kind(before) == .postfixQuestion || code.kind(before) == .infixQuestion {
      container.isOptional = true
      before -= 1
    }
    if code.keyword(before) == .try { before -= 1 }
    guard code.kind(before) == .equal, let name = name(before: before, head),
      end == head.upperBound || code.kind(end) == .comma || code.keyword(end) == .else
    else { return }
    container.block = context.block
    containers[code.texts[name]] = container
    consumed.formUnion([index, name])
  }

  // MARK: Parts

  /// Returns the type in front of `.self` from an index on, and the index after that.
  private func type(_ first: Int) -> (SwiftType, end: Int)? {
    var index = first
    while index < code.tokens.count {
      switch code.kind(index) {
      case .leftParen, .leftSquare: index = code.end(of: index)
      case .comma, .rightParen, .rightSquare, .leftBrace, .rightBrace: return nil
      case .period where code.keyword(index + 1) == .selfValue:
        return index > first ? (SwiftType(text(first..<index)), index + 2) : nil
      default:
        // The arguments of a generic type may have commas.
        index = code.isText(index, "<") ? endOfAngles(index) : index + 1
      }
    }
    return nil
  }

  private func endOfAngles(_ open: Int) -> Int {
    var (index, depth) = (open, 0)
    repeat {
      if code.tokens[index].isOperator {
        for character in code.texts[index] { depth += ["<": 1, ">": -1][character] ?? 0 }
      }
      index += 1
    } while depth > 0 && index < code.tokens.count
    return index
  }

  /// Returns the type whose name or brackets end at an index; nil if it may be something else.
  private func type(endingAt last: Int, _ head: Range<Int>) -> (SwiftType, first: Int)? {
    var first = last
    while first - 2 >= head.lowerBound, code.kind(first - 1) == .period, code.tokens[first - 2].isName { first -= 2 }
    guard code.kind(first - 1) != .period, code.tokens[first].isName, code.texts[first].first?.isUppercase == true
    else { return nil }
    return (SwiftType(text(first..<last + 1)), first)
  }

  /// Returns the tokens as text, with a space between two words.
  private func text(_ range: Range<Int>) -> String {
    range.reduce("") { text, index in
      let isWord = index > range.lowerBound && code.tokens[index].isIdentifier && code.tokens[index - 1].isIdentifier
      let word = code.tokens[index].is(.quotedIdentifier) ? "`\(code.texts[index])`" : code.texts[index]
      return text + (isWord ? " " : "") + word
    }
  }

  private func value(endingAt last: Int, _ head: Range<Int>) -> CodingUse.Value {
    // `NoteForm(text: text).encode(to: encoder)`
    if code.kind(last) == .rightParen {
      let open =
        (head.lowerBound..<last).last { code.kind($0) == .leftParen && code.closings[$0] == last } ?? head.lowerBound
      let type = open > head.lowerBound ? type(endingAt: open - 1, head)?.0 : nil
      return type.map(CodingUse.Value.call) ?? .other
    }
    var first = last
    while first - 2 >= head.lowerBound, code.kind(first - 1) == .period { first -= 2 }
    return value(first..<last + 1)
  }

  private func value(_ range: Range<Int>) -> CodingUse.Value {
    var range = range
    let isMember =
      range.count > 2 && code.keyword(range.lowerBound) == .selfValue && code.kind(range.lowerBound + 1) == .period
    if isMember { range = range.lowerBound + 2..<range.upperBound }
    guard let first = range.first else { return .other }
    // A variable can hide a property.
    let isProperty = code.tokens[first].isName && (isMember || declarations[code.texts[first]] == nil)
    if range.count == 1 {
      switch code.kind(first) {
      case .string: return .literal("String")
      case .number: return .literal(code.texts[first].utf8.areFloat ? "Double" : "Int")
      default: break
      }
      if code.keyword(first) == .true || code.keyword(first) == .false { return .literal("Bool") }
      return isProperty ? .property(code.texts[first]) : .other
    }
    // `NoteForm(text: text)`
    if code.kind(range.upperBound - 1) == .rightParen,
      let open = range.first(where: { code.kind($0) == .leftParen && code.closings[$0] == range.upperBound - 1 }),
      open > first, let (type, start) = type(endingAt: open - 1, range), start == first
    {
      return .call(type)
    }
    let isRaw = range.count == 3 && code.kind(first + 1) == .period && code.isText(first + 2, "rawValue")
    return isRaw && isProperty ? .rawValue(of: code.texts[first]) : .other
  }
}
