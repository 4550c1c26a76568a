@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

extension FailingFileOperations: TreeOperations {
  func names(in path: String) throws(SystemError) -> [String] {
    try attempt("readdir")
    return try real.names(in: path)
  }

  func link(at path: String) throws(SystemError) -> String {
    try attempt("readlink")
    return try real.link(at: path)
  }

  func makeLink(to target: String, at path: String) throws(SystemError) {
    try attempt("symlink")
    try real.makeLink(to: target, at: path)
  }

  func clone(_ source: Descriptor, to path: String) throws(SystemError) {
    try attempt("clone")
    guard clones else { return try real.clone(source, to: path) }
    try real.write(real.readToEnd(source, expecting: real.status(of: source).size), toNew: path)
    // Sets the change time of the source, as some file systems may do.
    try real.setTimes(of: real.status(of: source), on: source)
  }

  func setTimes(of status: FileStatus, on file: Descriptor) throws(SystemError) {
    try attempt("futimens")
    try real.setTimes(of: status, on: file)
  }

  func openUp(_ path: String) throws(SystemError) {
    try attempt("chmod")
    try real.openUp(path)
  }

  func removeFolder(_ path: String) throws(SystemError) {
    try attempt("rmdir")
    try real.removeFolder(path)
  }

  func canSyncFileSystem(of folder: Descriptor) -> Bool { syncsFileSystems && real.canSyncFileSystem(of: folder) }

  func syncFileSystem(of folder: Descriptor) throws(SystemError) {
    try attempt("syncfs")
    try real.syncFileSystem(of: folder)
  }
}
