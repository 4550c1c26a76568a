extension TribeRegistry {
  /// A part of a generated registry, which can be deprecated where the whole is not.
  ///
  /// Generated files conform to it, so that a deprecated tribe draws no warning there.
  public protocol Part {
    /// Adds the part's tribes.
    ///
    /// - Parameter tribes: The registry that is being made.
    static func add(to tribes: inout Builder)
  }
}

extension TribeRegistry.Builder {
  /// Adds the tribes of a part of a generated registry.
  ///
  /// - Parameter part: The part.
  public mutating func add(_ part: any TribeRegistry.Part.Type) {
    part.add(to: &self)
  }
}
