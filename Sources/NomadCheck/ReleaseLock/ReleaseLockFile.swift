import NomadGenCore
package import NomadSources

/// The release lock in the current folder, whether it exists or is yet to be created.
package struct ReleaseLockFile {
  package let lock: ReleaseLock

  /// Whether the file does not exist yet.
  let isNew: Bool

  /// Reads the lock, if it exists.
  ///
  /// - Throws: ``Failure`` if the lock cannot be read, or if the package has one in another folder.
  package init() throws(Failure) {
    let lock = try ReleaseLock.inCurrentFolder()
    if lock == nil, let elsewhere = Self.elsewhere { throw elsewhere }
    self.lock = lock ?? ReleaseLock()
    isNew = lock == nil
  }

  /// The failure of a command that needs the lock, if there is none.
  package static var missing: Failure {
    missing("only the sources were checked", "writes it, and 'swift run nomad-gen --check' needs none")
  }

  /// The failure of a command that compares shapes, in a package without a lock.
  package static var withoutShapes: Failure {
    missing("no shape of a release is known", "records the shapes of stored types")
  }

  private static func missing(_ consequence: String, _ remedy: String) -> Failure {
    let fact = "there is no \(ReleaseLock.fileName) here, so \(consequence)"
    return elsewhere ?? Failure("\(fact); 'swift run nomad-gen --lock RELEASE' \(remedy)")
  }

  /// The failure for a lock in another folder of the package; nil if there is none.
  private static var elsewhere: Failure? {
    ReleaseLock.folder(around: ".").map { folder in
      Failure("\(ReleaseLock.fileName) is in '\(folder)', not in the current folder; run the command there")
    }
  }

  /// Replaces the file as a whole, unless it has the same contents already.
  package func replace(with lock: ReleaseLock) throws(Failure) {
    var isSame = false
    if !isNew {
      try FileReader().read(ReleaseLock.fileName) { isSame = lock.isSame(as: String(decoding: $0, as: UTF8.self)) }
    }
    if !isSame { try File.writeIfChanged(lock.text, to: ReleaseLock.fileName) }
  }

  /// Advice about a new file: to commit it, and how branches that both lock tribes can merge.
  static var advice: String {
    let name = ReleaseLock.fileName
    var attributes = ""
    // Most repositories have no such file, and one that cannot be read gets the advice once more.
    try? FileReader().read(".gitattributes") { attributes = String(decoding: $0, as: UTF8.self) }
    return "Commit \(name)."
      + (attributes.contains(name)
        ? "\n" : " With the line '\(name) merge=union' in .gitattributes, branches that both lock tribes can merge.\n")
  }
}
