#if Nomadctl
  import ArgumentParser
  import Nomad

  /// The version of an app or of a user's data, as given on the command line.
  struct AskedVersion {
    /// The text as it was given.
    let text: String

    let version: TribeVersion

    /// Whether an app reads the text as this version, too.
    ///
    /// Apps do not know about kinds.
    private let isAsAppsReadIt: Bool

    /// Reads a version.
    ///
    /// - Parameters:
    ///   - text: A text that `.literal` or `.dotted` accepts, or a single number.
    ///   - kind: The kind to prefer if the text can be both; nil to read it as apps do.
    /// - Throws: `TargetError` if the text is not a version.
    init(_ text: String, as kind: VersionKind?) throws(TargetError) {
      let read = try TribeVersion(app: text)
      self.text = text
      version = kind == .dotted ? (try? TribeVersion(dotted: text)) ?? read : read
      isAsAppsReadIt = version == read
    }

    /// The text of the version for a plan, as the version of a user's data.
    var start: String { isAsAppsReadIt ? text : version.unambiguousText }

    /// The text of the version for a plan, as an app's version, which cannot be a sub-migration.
    var limit: String { isAsAppsReadIt ? text : version.withoutSubMigration.description }

    /// The same text read as a sub-migration; nil if it is one already, or cannot be one.
    var asSubmigration: AskedVersion? {
      guard let other = try? AskedVersion(text, as: .dotted), other.version != version else { return nil }
      return other
    }

    /// Whether the text can be of a kind.
    func canBe(_ kind: VersionKind) -> Bool {
      switch kind {
      case .literal: (try? TribeVersion(semantic: text)) != nil
      case .dotted: (try? TribeVersion(dotted: text)) != nil
      }
    }
  }

  extension TribeVersion {
    /// The version as a text that code without a kind reads as this version.
    ///
    /// Such code would read `2.0.0-1` as a pre-release. An additional zero makes it the sub-migration.
    var unambiguousText: String {
      subMigration.map { "\(withoutSubMigration).0-\($0)" } ?? description
    }
  }

  /// The kind of a version whose text is ambiguous, such as `2.0.0-1`.
  enum VersionKind: String, ExpressibleByArgument, CaseIterable {
    /// A Semantic Version, which makes the text a pre-release.
    case literal
    /// A dotted version, which makes the text a sub-migration.
    case dotted
  }
#endif
