/// Makes a case smaller while its views still differ.
enum Reducer {
  /// Returns the smallest source found, from which nothing more can be removed.
  static func reduce(_ source: [UInt8]) -> [UInt8] {
    var smallest = source
    var attempts = 0
    var length = max(1, smallest.count / 2)
    while attempts < 4_000 {
      var start = 0
      var isSmaller = false
      while start < smallest.count, attempts < 4_000 {
        var candidate = smallest
        candidate.removeSubrange(start..<min(start + length, smallest.count))
        attempts += 1
        if Comparison(candidate).map({ !$0.differences.isEmpty }) ?? false {
          smallest = candidate
          isSmaller = true
        } else {
          start += length
        }
      }
      if length == 1, !isSmaller { break }
      length = max(1, length / 2)
    }
    return smallest
  }
}
