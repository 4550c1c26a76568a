/// The reason why a snapshot cannot be taken or restored.
struct SnapshotProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  static func open(_ path: String) -> SnapshotProblem {
    SnapshotProblem("this process has the SQLite database \(path) open: close it first, or use .database of NomadGRDB")
  }
}
