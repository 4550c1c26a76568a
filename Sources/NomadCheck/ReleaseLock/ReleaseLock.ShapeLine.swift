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
    /// The words that may follow, each with a text after it.
    package enum Word: String, CaseIterable {
      /// The condition of the builds that have the type; absent if all builds have it.
      case `if`
      /// The reason why the shape may differ from the one before it.
      case accepted
      /// The newest release of the type when the shape was accepted, until the shape has a release itself.
      case after
      /// The types that were new in the shape then, each with the checksum of its own shape.
      case shapes
      /// The names of the unreadable parts that the reason accepts.
      case unread
      /// The reason why the type may be gone.
      case removed
    }

    package var module: String
    /// The qualified name, without the module and without backticks.
    package var name: String
    /// The release that had the shape; nil if the shape was accepted before its release.
    package var release: Release?
    package var shape: Shape
    package var words = ReleaseLockWords()
    package var leading: [String] = []
    /// The location at which the line starts.
    package var location: Location

    package init(module: String, name: String, release: Release?, shape: Shape, location: Location) {
      (self.module, self.name, self.release, self.shape) = (module, name, release, shape)
      self.location = location
    }

    /// The version of an app.
    package struct Release: Hashable {
      /// The version as the user gave it.
      package var text: String
      package var version: TribeVersion

      package init(text: String, version: TribeVersion) { (self.text, self.version) = (text, version) }

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

    package init(module: String, name: String, location: Location) {
      (self.module, self.name, self.location) = (module, name, location)
    }
  }
}

extension ReleaseLock.ShapeLine {
  static let start = "shape"

  /// The word in the place of the release of a shape that has none yet.
  static let unreleased = "unreleased"

  package subscript(word: Word) -> String? {
    get { words[word.rawValue] }
    set { words[word.rawValue] = newValue }
  }

  /// The names of the unreadable parts that the line accepts.
  package var unread: Set<String> {
    get { Set((self[.unread] ?? "").split(separator: ";").map { String($0.drop { $0 == " " }) }) }
    set { self[.unread] = newValue.isEmpty ? nil : newValue.sorted().joined(separator: "; ") }
  }

  package var line: String {
    let release = release?.text ?? Self.unreleased
    let head = [Self.start, ReleaseLockIdentity.written(qualifiedName), release].joined(separator: " ")
    return ([head + (shape.superclass == nil ? " " : "") + shape.text] + words.fields).joined(separator: " ")
  }

  /// Whether both lines describe one type of one release in one build.
  package func isTwin(of other: Self) -> Bool {
    module == other.module && name == other.name && release?.version == other.release?.version
      && ReleaseLock.Entry.isSame(self[.if], other[.if])
  }
}

extension ReleaseLock.ShapeLine: LockLine {
  /// An unreleased shape comes last.
  package func isBefore(_ other: Self) -> Bool? {
    switch (release?.version, other.release?.version) {
    case (nil, .some): false
    case (.some, nil): true
    case (let own?, let other?) where own != other: own < other
    default: nil
    }
  }
}

extension ReleaseLock.StoredLine: LockLine {
  static let start = "stored"

  package var line: String {
    ([Self.start, ReleaseLockIdentity.written(qualifiedName)] + words.fields).joined(separator: " ")
  }
}
