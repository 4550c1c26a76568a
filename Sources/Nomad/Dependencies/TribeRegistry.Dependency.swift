extension TribeRegistry {
  /// One dependency of a tribe: the name of the property, and the type of its value.
  public struct Dependency: Hashable, Sendable, CustomStringConvertible {
    /// The name of the property; nil if it is not known.
    public let property: String?

    /// The type of the value, with its module.
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
