/// A resolver for another thread: any may call one, which its type does not say.
struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
