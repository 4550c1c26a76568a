/// The reason why a snapshot cannot be taken or restored.
struct SnapshotProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  static func open(_ path: String) -> SnapshotProblem {
    SnapshotProblem("this process has the SQLite database \(path) open: close it first, or use .database of NomadGRDB")
  }

  static func special(_ path: String) -> SnapshotProblem {
    SnapshotProblem("\(path) is a socket, a pipe or a device, which cannot be copied: leave it out of the items")
  }
}
