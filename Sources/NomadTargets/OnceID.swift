/// The rule for the id of a `.once` target.
enum OnceID {
  /// An id is kept in the ledger and read by people: it has something to read and stays on one line.
  static func validated(_ id: String) throws(TargetError) -> String {
    if let offset = id.utf8.firstIndex(where: ASCII.isControl) {
      throw TargetError(
        .illegalCharacter,
        in: id,
        at: id.utf8.distance(from: id.utf8.startIndex, to: offset),
        "an id must not contain a control character"
      )
    }
    guard id.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else {
      throw TargetError(.empty, in: id, at: 0, "an id must not be empty")
    }
    return id
  }
}
