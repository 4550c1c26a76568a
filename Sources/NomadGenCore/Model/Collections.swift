extension Sequence where Element: Hashable {
  /// Returns these elements and all others that they lead to, directly or indirectly, without duplicates.
  ///
  /// Elements that take fewer steps come first.
  func closure(_ next: (Element) -> some Sequence<Element>) -> [Element] {
    var seen: Set<Element> = []
    var found = filter { seen.insert($0).inserted }
    var index = 0
    while index < found.count {
      found += next(found[index]).filter { seen.insert($0).inserted }
      index += 1
    }
    return found
  }
}

extension Dictionary {
  /// The elements that a key has; none without the key.
  subscript<Element>(all key: Key) -> [Element] where Value == [Element] { self[key] ?? [] }
}

extension String {
  /// The words of a line.
  ///
  /// A literal of many words takes less time to compile than one of many strings.
  var words: [String] { split(separator: " ").map(String.init) }
}

extension Set<String> {
  /// Creates a set of the words of a line.
  init(words line: String) { self.init(line.words) }
}
