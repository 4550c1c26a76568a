/// The scopes in which a name is looked up: the bodies and blocks around a place, then the modules that its file sees.
struct Scopes: Hashable {
  /// The bodies and blocks, innermost first.
  var inner: [Symbol]
  let file: Int
  /// The number of modules that declare the name and are skipped, because the lookup continues after them.
  var passed = 0

  /// Returns the scopes that remain without the given number of innermost ones.
  func dropping(_ count: Int) -> Scopes {
    Scopes(inner: Array(inner.dropFirst(count)), file: file, passed: passed + max(0, count - inner.count))
  }
}
