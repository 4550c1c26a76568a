extension TribeVersion {
  /// Reads the version of an app, such as its `CFBundleShortVersionString`.
  ///
  /// It may be a single number, unlike a target.
  ///
  /// - Parameter text: The version: three numbers as in Semantic Versioning 2.0.0, two to four numbers, or one.
  /// - Throws: ``TargetError`` if the text is anything else.
  public init(app text: String) throws(TargetError) {
    if let number = Number(digits: text) {
      self.init([number])
    } else if let version = try? TribeVersion(semantic: text) {
      self = version
    } else {
      try self.init(dotted: text)
    }
  }
}

extension TribeVersion: ExpressibleByStringLiteral {
  /// Creates a version from a literal: a version that `.literal` or `.dotted` accepts, or a single number, such as `2`.
  ///
  /// - Important: An illegal literal stops the process, because Swift does not allow this initializer to throw. The
  ///   build reports an illegal version in a tribe's `readableSince`. For a text that may be illegal, use
  ///   ``init(app:)``.
  public init(stringLiteral text: String) {
    do { try self.init(app: text) } catch { preconditionFailure("illegal version: \(error)") }
  }
}

extension TribeVersion {
  /// Parses a version as Nomad 0.9 did, with mxcl/Version 2: three numbers, a pre-release from the first hyphen to the
  /// first plus sign without its empty identifiers, and anything after that.
  ///
  /// Numbers alone are accepted too. Nomad 0.9 could not compare them, but stored them for a tribe packed alone.
  package init?(nomad09 text: String) {
    let reader = VersionReader(text)
    var components: [Number] = []
    repeat {
      guard let component = Number(reader.read(while: ASCII.isDigit)) else { return nil }
      components.append(component)
    } while reader.consume(".")
    guard reader.isAtEnd || components.count == 3 else { return nil }
    var prerelease: [PrereleaseIdentifier] = []
    if reader.consume("-") {
      repeat {
        let bytes = reader.read { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "+") }
        if bytes.isEmpty { continue }
        guard let identifier = PrereleaseIdentifier(nomad09: bytes) else { return nil }
        prerelease.append(identifier)
      } while reader.consume(".")
    }
    guard reader.isAtEnd || reader.next == UInt8(ascii: "+") else { return nil }
    self.init(components, prerelease: prerelease)
  }
}

extension TribeVersion.PrereleaseIdentifier {
  /// Parses an identifier as Nomad 0.9 did: what `Int` accepts was compared as a number, everything else as text.
  fileprivate init?(nomad09 bytes: ArraySlice<UInt8>) {
    if let number = TribeVersion.Number(bytes), number.description.utf8.count < 19 {
      self = .numeric(number)
    } else {
      // In Semantic Versioning, "-1" is a text and above every number, so its place in the order would change.
      if bytes.first == UInt8(ascii: "-"), TribeVersion.Number(bytes.dropFirst()) != nil { return nil }
      self.init(bytes, isAllowed: ASCII.isKept)
    }
  }
}
