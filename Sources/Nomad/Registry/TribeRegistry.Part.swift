extension TribeRegistry {
  /// A type in a generated file that adds a module's tribes to a registry.
  ///
  /// For generated code only. Because the registry calls `_add(to:)` through the protocol, the method can be deprecated,
  /// as deprecated tribes require, without a warning.
  public protocol Part {
    /// Adds the tribes.
    ///
    /// - Parameter tribes: The builder of the registry.
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
