/// Where a name is looked up: in the bodies and blocks around a place, then in the modules that the file sees.
struct Scopes: Hashable {
  /// The bodies and blocks, innermost first.
  var inner: [Symbol]
  let file: Int
  /// How many of the modules that declare the name are passed over, because the name is looked up behind them.
  var passed = 0

  /// What is left behind a scope, by its place in the path.
  func dropping(_ count: Int) -> Scopes {
    Scopes(inner: Array(inner.dropFirst(count)), file: file, passed: passed + max(0, count - inner.count))
  }
}
