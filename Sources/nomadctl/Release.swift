#if Nomadctl
  /// The release of Nomad that this is.
  enum Release {
    /// The version; with `-dev` behind it until it is released, as the changelog says.
    static let version = "1.0.0-dev"
  }
#endif
