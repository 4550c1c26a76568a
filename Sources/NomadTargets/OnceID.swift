/// The rule for the id of a `.once` or `.whenChanged` target.
enum OnceID {
  /// Checks an id.
  ///
  /// The ledger stores it and people read it, so it must not be blank and must fit on one line.
  static func validated(_ id: String) throws(TargetError) -> String {
    var isBlank = true
    for (offset, byte) in id.utf8.enumerated() {
      if ASCII.isControl(byte) {
        throw TargetError(.illegalCharacter, in: id, at: offset, "an id must not contain a control character")
      }
      if byte != UInt8(ascii: " ") { isBlank = false }
    }
    if isBlank { throw TargetError(.empty, in: id, at: 0, "an id must not be blank") }
    return id
  }
}
