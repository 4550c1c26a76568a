extension TribeVersion {
  /// Reads a semantic version, exactly as SemVer 2.0.0 specifies.
  ///
  /// - Parameter text: A version such as `2.0.0-beta.1+build.5`. The build metadata is checked and then ignored (SemVer
  ///   2.0.0 clause 10).
  /// - Throws: ``TargetError`` if the text does not match SemVer's grammar.
  public init(semantic text: String) throws(TargetError) {
    let reader = VersionReader(text)
    var components: [Number] = []
    // Clause 2: exactly three numbers, without leading zeros.
    for role in ["a major number", "a minor number", "a patch number"] {
      if !components.isEmpty, !reader.consume(".") { throw reader.missing(role) }
      components.append(try reader.number(role, leadingZeros: false))
    }
    if reader.next == UInt8(ascii: ".") {
      throw reader.error(.tooManyNumbers, at: reader.offset, "a semantic version has three numbers")
    }

    var prerelease: [PrereleaseIdentifier] = []
    if reader.consume("-") {
      for bytes in try reader.identifiers("the pre-release") {
        // Clause 9: numeric identifiers have no leading zeros either.
        guard let identifier = PrereleaseIdentifier(bytes, isAllowed: ASCII.isIdentifier) else {
          throw reader.error(.leadingZero, at: bytes.startIndex, "a numeric identifier must not have a leading zero")
        }
        prerelease.append(identifier)
      }
    }
    if reader.consume("+") {
      _ = try reader.identifiers("the build metadata")
    }
    guard reader.isAtEnd else { throw reader.unexpected() }
    self.init(components, prerelease: prerelease)
  }
}
