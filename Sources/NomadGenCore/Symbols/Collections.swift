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
