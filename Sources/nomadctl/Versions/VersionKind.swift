#if Nomadctl
  import ArgumentParser

  /// How a version is meant that can be both, such as `2.0.0-1`.
  enum VersionKind: String, ExpressibleByArgument, CaseIterable {
    /// As a Semantic Version: a pre-release.
    case literal
    /// As a sub-migration.
    case dotted
  }
#endif
