#if Nomadctl
  import Nomad

  /// The version of an app, or of a user's data, as a person asks for it.
  struct AskedVersion {
    /// As it was given.
    let text: String

    let version: TribeVersion

    /// Whether apps read the text as this version, too: they know of no kind.
    private let isAsAppsReadIt: Bool

    /// Reads a version.
    ///
    /// - Parameters:
    ///   - text: What `.literal` or `.dotted` accept, or one number alone.
    ///   - kind: What it is if it can be both; nil for what apps take it for.
    /// - Throws: `TargetError` if it is none.
    init(_ text: String, as kind: VersionKind?) throws(TargetError) {
      let read = try CurrentVersion.parsed(text)
      self.text = text
      version = kind == .dotted ? (try? TribeVersion(dotted: text)) ?? read : read
      isAsAppsReadIt = version == read
    }

    /// The version for a plan, as that of data.
    var start: String { isAsAppsReadIt ? text : version.unambiguousText }

    /// The version for a plan, as that of an app, which is none of a sub-migration.
    var limit: String { isAsAppsReadIt ? text : version.withoutStep.description }

    /// The same text as a sub-migration; nil if it is that already, or cannot be one.
    var asSubmigration: AskedVersion? {
      guard let other = try? AskedVersion(text, as: .dotted), other.version != version else { return nil }
      return other
    }

    /// Whether it can be of a kind.
    func canBe(_ kind: VersionKind) -> Bool {
      switch kind {
      case .literal: (try? TribeVersion(semantic: text)) != nil
      case .dotted: (try? TribeVersion(dotted: text)) != nil
      }
    }
  }

  extension TribeVersion {
    /// How to write the version so that whoever knows of no kind reads it as this one.
    ///
    /// `2.0.0-1` would be a pre-release. A zero more makes it the sub-migration.
    var unambiguousText: String {
      step.map { "\(withoutStep).0-\($0)" } ?? description
    }
  }
#endif
