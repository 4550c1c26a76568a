extension TribeRegistry {
  /// Something that a tribe depends on, as the registry knows it.
  public struct Need: Hashable, Sendable, CustomStringConvertible {
    /// The name of the property; nil if it is not known.
    public let property: String?

    /// The type that has to be given, with its module.
    public let type: String

    let id: ObjectIdentifier

    init<Value>(_ dependency: TribeDependency<Value>.Type, as property: String? = nil) {
      self.property = property
      type = TypePath.components(of: Value.self).joined(separator: ".")
      id = ObjectIdentifier(Value.self)
    }

    /// The property and its type, such as `store: App.Store`.
    public var description: String { (property.map { "\($0): " } ?? "") + type }
  }
}

extension TribeRegistry.Builder {
  /// Says of the tribe that was added last what it depends on.
  ///
  /// - Parameters:
  ///   - dependency: The property's wrapper.
  ///   - property: The name of the property.
  public mutating func needs<Value: Sendable>(_ dependency: TribeDependency<Value>.Type, as property: String) {
    changeLast { $0.needs.append(TribeRegistry.Need(dependency, as: property)) }
  }
}
