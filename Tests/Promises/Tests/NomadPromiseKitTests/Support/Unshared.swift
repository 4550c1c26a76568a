/// A resolver for another thread.
///
/// Any thread may call a resolver, although its type is not `Sendable`.
struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
