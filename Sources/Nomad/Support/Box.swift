/// A reference to a value, which keeps the structures small that many others hold.
final class Box<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
