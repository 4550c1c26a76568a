extension TribeVersion {
  /// Reads a version of two or more numbers, optionally followed by a hyphen and the number of a sub-migration.
  ///
  /// - Parameter text: A version such as `1.1`, `2.0.3.9.6` or `1.1-2`. Leading zeros are ignored, as calendar versions
  ///   have them (`2026.01`).
  /// - Throws: ``TargetError`` if the text is anything else.
  public init(dotted text: String) throws(TargetError) {
    let reader = VersionReader(text)
    var components = [try reader.number("a major number", leadingZeros: true)]
    guard reader.consume(".") else { throw reader.missing("a second number") }
    repeat {
      components.append(try reader.number("a number", leadingZeros: true))
    } while reader.consume(".")
    var subMigration: Number?
    if reader.consume("-") {
      subMigration = try reader.number("the number of the sub-migration", leadingZeros: true)
    }
    guard reader.isAtEnd else { throw reader.unexpected() }
    self.init(components, subMigration: subMigration)
  }
}
