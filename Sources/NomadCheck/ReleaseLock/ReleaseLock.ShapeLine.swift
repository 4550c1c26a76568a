import NomadGenCore
package import NomadSyntax
package import NomadTargets

extension ReleaseLock {
  /// A line of a release lock, which describes a stored type as a release had it.
  ///
  /// ```text
  /// shape App.Note 2.4.0 { id: UUID, tags: [String], text: String } if "os(iOS)"
  /// ```
  package struct ShapeLine {
    package var module: String
    /// The qualified name, without the module and without backticks.
    package var name: String
    /// The first release that had the shape.
    package var release: Release
    package var shape: Shape
    package var words = ReleaseLockWords()
    package var leading: [String] = []
    /// The location at which the line starts.
    package var location: Location

    /// The version of an app.
    package struct Release: Hashable {
      /// The version as the user gave it.
      package var text: String
      package var version: TribeVersion

      /// The line of a lock that records the release alone, without its newline.
      package var line: String { "\(ReleaseLock.releaseWord) \(text)" }
    }
  }

  /// A line of a release lock, which says that a type is stored although it does not conform to `Stored`.
  ///
  /// ```text
  /// stored Model.Note
  /// ```
  package struct StoredLine {
    package var module: String
    /// The qualified name, without the module and without backticks.
    package var name: String
    package var words = ReleaseLockWords()
    package var leading: [String] = []
    /// The location at which the line starts.
    package var location: Location
  }
}

extension ReleaseLock.ShapeLine {
  static let start = "shape"

  package var line: String {
    let head = [Self.start, ReleaseLockIdentity.written(qualifiedName), release.text].joined(separator: " ")
    return ([head + (shape.superclass == nil ? " " : "") + shape.text] + words.fields).joined(separator: " ")
  }
}

extension ReleaseLock.ShapeLine: LockLine {
  package var subjectOfLine: AnyHashable { qualifiedName }

  /// Whether both lines describe one type of one release in one build.
  package func isTwin(of other: Self) -> Bool {
    qualifiedName == other.qualifiedName && release.version == other.release.version
      && ReleaseLock.Entry.isSame(self[.if], other[.if])
  }

  package func isBefore(_ other: Self) -> Bool? {
    release.version == other.release.version ? nil : release.version < other.release.version
  }
}

extension ReleaseLock.StoredLine: LockLine {
  static let start = "stored"

  package var line: String {
    ([Self.start, ReleaseLockIdentity.written(qualifiedName)] + words.fields).joined(separator: " ")
  }
}
