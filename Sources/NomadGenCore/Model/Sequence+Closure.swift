extension Sequence where Element: Hashable {
  /// These elements and all that others lead to in turn, each once, those that take the fewest steps first.
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
