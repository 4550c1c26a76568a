/// The key that sorts tribes: by its target, then by its qualified name, then by its module.
///
/// Several `.first` or `.always` tribes share a target. Their names are compared byte by byte, so that the build and
/// every device agree on the order.
package struct TribeSortKey {
  package let position: TribeTarget.Position
  package let name: String
  package let module: String

  package init(position: TribeTarget.Position, name: String, module: String) {
    self.position = position
    self.name = name
    self.module = module
  }
}

extension TribeSortKey: Comparable {
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.position != rhs.position { return lhs.position < rhs.position }
    let names = ByteOrder.compare(lhs.name, rhs.name)
    return names == 0 ? ByteOrder.precedes(lhs.module, rhs.module) : names < 0
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.position == rhs.position && ByteOrder.areSame(lhs.name, rhs.name) && ByteOrder.areSame(lhs.module, rhs.module)
  }
}
