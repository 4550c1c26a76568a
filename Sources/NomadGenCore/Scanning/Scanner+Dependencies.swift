/// Scanning of the dependencies of tribes.
extension Scanner {
  /// Records a property with an attribute that is not the language's own: a dependency, or an unknown wrapper.
  mutating func scanWrapper(of binding: Binding) {
    let name = cursor.peek()
    let wrappers = prefix.attributes.filter { mayRewrite($0.name) }
    // Combined with another wrapper, `@TribeDependency` provides that wrapper, not the type of the property.
    guard wrappers.count == 1, let wrapper = wrappers.first, isDependency(wrapper.first, wrapper.name) else {
      if let parent, !binding.isStatic { file.declarations[parent].hasUnknownWrapper = true }
      return
    }
    guard name.isName else { return }
    if let parent, isDeprecated { file.declarations[parent].isCallDeprecated = true }
    var behind = cursor
    behind.advance()
    file.dependencies.append(
      DependencyProperty(
        name: cursor.name(of: name).text,
        location: lines.location(of: name.start),
        parent: parent,
        isOfInstances: parent != nil && !binding.isStatic,
        isQualified: wrapper.first.start != wrapper.name.start,
        type: readType(behind),
        conditions: conditions.all
      )
    )
  }

  /// Whether the path of an attribute is `TribeDependency`, alone or after `Nomad`.
  private func isDependency(_ first: Token, _ last: Token) -> Bool {
    cursor.text(last, is: "TribeDependency") && (first.start == last.start || cursor.text(first, is: "Nomad"))
  }

  /// Reads the type annotation after a name; nil if there is none.
  private mutating func readType(_ start: TokenCursor) -> TypeText? {
    guard let end = skippingAnnotation(from: start)?.last?.end else { return nil }
    var inner = start
    let colon = inner.advance()
    guard end > colon.end else { return nil }
    var type = TypeText()
    // For each open bracket, whether it is a parenthesis. In parentheses, a name before a colon is a label.
    var isInParentheses: [Bool] = []
    while inner.peek().start < end, inner.peek().kind != .end {
      // A name after a period is a member of the type before it: `Box<Int>.Index`.
      let isMember = inner.last?.kind == .period
      var behind = inner
      let path = isMember ? nil : behind.readPath()
      let token = inner.advance()
      if token.isDetached, !type.pieces.isEmpty { type.pieces.append(.text(" ")) }
      switch token.kind {
      case .leftParen, .leftSquare: isInParentheses.append(token.kind == .leftParen)
      case .rightParen, .rightSquare: _ = isInParentheses.popLast()
      default: break
      }
      let isLabel = isInParentheses.last == true && inner.peek().kind == .colon
      if let path, !isLabel {
        type.pieces.append(.path(path))
        inner = behind
      } else {
        type.pieces.append(.text(inner.text(of: token)))
      }
    }
    type.unwrap()
    return type
  }
}
