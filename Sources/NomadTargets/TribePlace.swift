/// The position of a tribe among all tribes: by its target, then by its qualified name, then by its module.
///
/// Several `.first` or `.always` tribes share a target. Their names are compared byte by byte, so that the build and
/// every device agree on the order.
package struct TribePlace {
  package let order: TribeOrder
  package let name: String
  package let module: String

  package init(order: TribeOrder, name: String, module: String) {
    self.order = order
    self.name = name
    self.module = module
  }
}

extension TribePlace: Comparable {
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.order != rhs.order { return lhs.order < rhs.order }
    let names = ByteOrder.compare(lhs.name, rhs.name)
    return names == 0 ? ByteOrder.precedes(lhs.module, rhs.module) : names < 0
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.order == rhs.order && ByteOrder.areSame(lhs.name, rhs.name) && ByteOrder.areSame(lhs.module, rhs.module)
  }
}
