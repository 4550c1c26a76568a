#if Nomadctl
  /// The release of Nomad that this tool belongs to.
  enum Release {
    /// The version, followed by `-dev` until it is released, as in the changelog.
    static let version = "1.0.0-dev"
  }
#endif
