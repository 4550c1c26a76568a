extension TribeVersion {
  /// Reads the version of an app, which may be a single number, unlike a target.
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
