import Foundation

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

extension SimulatedDisk: TreeOperations {
  func names(in path: String) throws(SystemError) -> [String] {
    try look("readdir") { (state) throws(SystemError) in
      guard let node = state.volume.find(path).node, let entries = state.volume.entries(of: node) else {
        throw SystemError(call: "opendir", number: ENOTDIR)
      }
      return Array(entries.keys)
    }
  }

  func link(at path: String) throws(SystemError) -> String {
    try look("readlink") { (state) throws(SystemError) in
      guard let node = state.volume.find(path).node, case .link(let target) = state.volume.nodes[node] else {
        throw SystemError(call: "readlink", number: EINVAL)
      }
      return target
    }
  }

  func makeLink(to target: String, at path: String) throws(SystemError) {
    try checkName(path)
    return try look("symlink") { (state) throws(SystemError) in
      let (folder, name, node) = state.volume.find(path)
      guard node == nil, let folder else { throw SystemError(call: "symlink", number: EEXIST) }
      try count(&state) { _ in "link \(name)" }
      _ = state.volume.make(.link(target), named: name, in: folder)
    }
  }

  func clone(_ source: Descriptor, to path: String) throws(SystemError) {
    throw SystemError(call: "clone", number: ENOTSUP)
  }

  /// Files on this disk have no attributes.
  func setTimes(of status: FileStatus, on file: Descriptor) throws(SystemError) {}

  func openUp(_ path: String) throws(SystemError) {}

  func removeFolder(_ path: String) throws(SystemError) {
    try look("rmdir") { (state) throws(SystemError) in
      let (folder, name, node) = state.volume.find(path)
      guard let folder, let node, state.volume.entries(of: node)?.isEmpty == true else {
        throw SystemError(call: "rmdir", number: ENOTEMPTY)
      }
      try count(&state) { _ in "rmdir \(name)" }
      state.volume.change(folder, .unlink(name))
    }
  }

  func canSyncFileSystem(of folder: Descriptor) -> Bool { syncsFileSystems }

  func syncFileSystem(of folder: Descriptor) throws(SystemError) {
    try look("syncfs") { (state) throws(SystemError) in
      try count(&state) { _ in "sync everything" }
      if ![.all, .fileSystems].contains(state.faults.swallowed) { state.volume.syncAll() }
    }
  }
}
