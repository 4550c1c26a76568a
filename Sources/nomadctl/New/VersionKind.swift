#if Nomadctl
  import ArgumentParser

  /// The kind of a version whose text is ambiguous, such as `2.0.0-1`.
  enum VersionKind: String, ExpressibleByArgument, CaseIterable {
    /// A Semantic Version, which makes the text a pre-release.
    case literal
    /// A dotted version, which makes the text a sub-migration.
    case dotted
  }
#endif
