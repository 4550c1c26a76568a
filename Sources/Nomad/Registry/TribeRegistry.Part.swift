extension TribeRegistry {
  /// The tribes of a generated registry.
  ///
  /// A generated type conforms to it. The registry calls it through the protocol, so `_add(to:)` can be deprecated,
  /// as deprecated tribes require, without a warning.
  public protocol Part {
    /// Adds the tribes.
    ///
    /// - Parameter tribes: The registry that is being made.
    static func _add(to tribes: inout Builder)
  }
}

extension TribeRegistry.Builder {
  /// Adds the tribes of a generated registry.
  ///
  /// - Parameter part: The generated type.
  public mutating func add(_ part: any TribeRegistry.Part.Type) {
    part._add(to: &self)
  }
}
