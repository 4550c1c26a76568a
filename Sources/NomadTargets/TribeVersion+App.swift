extension TribeVersion {
  /// Reads the version of an app, which is no target.
  ///
  /// - Parameter text: What `.literal` or `.dotted` accept, or one number alone, such as `2`.
  /// - Throws: ``TargetError`` if the text is anything else.
  package init(app text: String) throws(TargetError) {
    if let number = Numeral(digits: text) {
      self.init([number])
    } else if let version = try? TribeVersion(semantic: text) {
      self = version
    } else {
      try self.init(dotted: text)
    }
  }
}
