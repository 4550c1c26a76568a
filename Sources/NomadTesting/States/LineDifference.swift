/// The difference between two texts, for a person to read.
///
/// It contains only the lines that differ and the lines that enclose them, up to a limit.
struct LineDifference: CustomStringConvertible {
  /// The lines to show.
  ///
  /// Each line begins with `-` if only the first text has it, `+` if only the second text has it, or a space if both
  /// have it. An ellipsis marks omitted lines.
  private(set) var lines: [String] = []

  /// The maximum numbers of lines that are compared after the first difference, and that are shown.
  private static let (comparedLimit, shownLimit) = (400, 40)

  /// Whether nothing differs.
  var isEmpty: Bool { lines.isEmpty }

  var description: String { lines.joined(separator: "\n") }

  init(from one: [String], to other: [String]) {
    let all = Self.merged(one, other)
    let shown = Self.shown(of: all)
    var last = -1
    for index in shown.prefix(Self.shownLimit) {
      if index > last + 1 { lines.append("  …") }
      lines.append(all[index].text)
      last = index
    }
    let rest = shown.dropFirst(Self.shownLimit).count { all[$0].isChanged }
    if rest > 0 {
      lines.append("  … and \(rest) more lines that differ")
    } else if !lines.isEmpty, last < all.count - 1 {
      lines.append("  …")
    }
  }

  private struct Line {
    let mark: Character
    let content: String

    var isChanged: Bool { mark != " " }
    var text: String { "\(mark) \(content)" }
    var indent: Int { content.prefix { $0 == " " }.count }
  }

  /// Merges both texts.
  ///
  /// At each place, the lines of the first text come before the lines of the second.
  private static func merged(_ one: [String], _ other: [String]) -> [Line] {
    let start = zip(one, other).prefix { $0 == $1 }.count
    let end = zip(one.dropFirst(start).reversed(), other.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let old = one.dropFirst(start).dropLast(end).prefix(comparedLimit)
    let new = other.dropFirst(start).dropLast(end).prefix(comparedLimit)
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in Array(new).difference(from: Array(old)) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines = one.prefix(start).map { Line(mark: " ", content: $0) }
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let (oldStart, newStart) = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      let block = (old.dropFirst(oldStart).prefix(left - oldStart), new.dropFirst(newStart).prefix(right - newStart))
      lines += changed(Array(block.0), Array(block.1))
      guard left < old.count else { continue }
      lines.append(Line(mark: " ", content: old[old.startIndex + left]))
      left += 1
      right += 1
    }
    return lines + one.suffix(end).map { Line(mark: " ", content: $0) }
  }

  /// Returns the lines that changed at one place.
  ///
  /// Long lines are cut around their first difference.
  private static func changed(_ old: [String], _ new: [String]) -> [Line] {
    func lines(_ mark: Character, _ contents: [String], _ others: [String]) -> [Line] {
      contents.enumerated().map { index, content in
        let same = others.dropFirst(index).first.map { zip(content, $0).prefix { $0 == $1 }.count } ?? 0
        return Line(mark: mark, content: content.shortened(around: same))
      }
    }
    return lines("-", old, new) + lines("+", new, old)
  }

  /// Returns the indices of the changed lines, of their neighbors, and of the lines that enclose them.
  private static func shown(of lines: [Line]) -> [Int] {
    var shown: Set<Int> = []
    for index in lines.indices where lines[index].isChanged {
      shown.formUnion([index - 1, index, index + 1].filter(lines.indices.contains))
      var indent = lines[index].indent
      for outer in lines[..<index].indices.reversed() where lines[outer].indent < indent {
        shown.insert(outer)
        indent = lines[outer].indent
        if indent == 0 { break }
      }
    }
    return shown.sorted()
  }
}

extension String {
  /// The maximum number of characters of a line that are shown.
  private static let shownLimit = 120

  /// Returns the line.
  ///
  /// If it is long, returns only the part around an offset.
  fileprivate func shortened(around offset: Int) -> String {
    guard count > Self.shownLimit else { return self }
    let indent = prefix { $0 == " " }
    let start = Swift.max(indent.count, Swift.min(offset - 40, count - Self.shownLimit))
    let part = dropFirst(start).prefix(Self.shownLimit)
    return indent + (start > indent.count ? "…" : "") + part + (start + part.count < count ? "…" : "")
  }
}
