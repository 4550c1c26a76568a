import Foundation

@testable import Nomad
@testable import NomadFiles

extension SimulatedDisk: FileOperations {
  func node(of file: Descriptor, _ state: State, _ call: String) throws(SystemError) -> Int {
    guard let node = state.files[file]?.node else { throw SystemError(call: call, number: EBADF) }
    return node
  }

  func open(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor {
    try checkName(path)
    return try look("open") { (state) throws(SystemError) in
      var (folder, name, node) = state.volume.find(path)
      switch (purpose, node) {
      case (.creating, .some), (.creatingLock, .some): throw SystemError(call: "open", number: EEXIST)
      case (.creating, nil), (.creatingLock, nil):
        guard let folder else { throw SystemError(call: "open", number: ENOENT) }
        try count(&state) { _ in "create \(name)" }
        node = state.volume.make(.file([]), named: name, in: folder)
      default: break
      }
      guard let node else { throw SystemError(call: "open", number: ENOENT) }
      if purpose == .syncingFolder, state.volume.entries(of: node) == nil {
        throw SystemError(call: "open", number: ENOTDIR)
      }
      let file = state.next
      state.next += 1
      state.files[file] = Open(node: node)
      return file
    }
  }

  func close(_ file: Descriptor) {
    state.withLock { state in
      guard let node = state.files.removeValue(forKey: file)?.node else { return }
      if state.locks[node] == file { state.locks[node] = nil }
    }
  }

  func status(of file: Descriptor) throws(SystemError) -> FileStatus {
    try look("fstat") { (state) throws(SystemError) in
      FileStatus(of: try node(of: file, state, "fstat"), in: state.volume)
    }
  }

  func status(at path: String) throws(SystemError) -> FileStatus {
    try checkName(path)
    return try look("lstat") { (state) throws(SystemError) in
      guard let node = state.volume.find(path).node else { throw SystemError(call: "lstat", number: ENOENT) }
      return FileStatus(of: node, in: state.volume)
    }
  }

  func read(_ count: Int, from file: Descriptor) throws(SystemError) -> [UInt8] {
    try look("read") { (state) throws(SystemError) in
      let node = try node(of: file, state, "read")
      guard let bytes = state.volume.bytes(of: node) else { throw SystemError(call: "read", number: EISDIR) }
      let offset = state.files[file]?.offset ?? 0
      let part = bytes.dropFirst(offset).prefix(count)
      state.files[file]?.offset += part.count
      return Array(part)
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int {
    try write(bytes, to: file, at: nil)
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor, at offset: Int) throws(SystemError) -> Int {
    try write(bytes, to: file, at: Optional(offset))
  }

  private func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor, at offset: Int?) throws(SystemError) -> Int {
    try look("write") { (state) throws(SystemError) in
      let node = try node(of: file, state, "write")
      var part = bytes
      if let quarters = state.faults.shortWrites?.next() {
        // A fraction instead of a number of bytes, because the length of a record depends on a tribe's duration.
        part = bytes.prefix(max(1, bytes.count * Int(quarters % 4 + 1) / 4))
      }
      let place = offset ?? state.volume.bytes(of: node)?.count ?? 0
      try count(&state) { "write \(part.count) of \(bytes.count) to \($0.name(of: node)) at \(place)" }
      state.volume.change(node, .write(Array(part), at: place))
      return part.count
    }
  }

  func sync(_ file: Descriptor, _ what: SyncScope) throws(SystemError) {
    try look("fsync") { (state) throws(SystemError) in
      let node = try node(of: file, state, "fsync")
      guard try isSyncing(node, what, &state) else { return }
      // Only what the sync guarantees: file systems that do more are easier.
      if what == .ordered { state.volume.order(node) } else { state.volume.sync(node) }
    }
  }

  /// Returns whether a sync takes effect; throws if it fails.
  private func isSyncing(_ node: Int, _ what: SyncScope, _ state: inout State) throws(SystemError) -> Bool {
    try count(&state) { "sync \($0.name(of: node)), \(what)" }
    state.syncs += 1
    guard !state.faults.failingSyncs.contains(state.syncs - 1) else {
      state.volume.forsake(node)
      state.hasFailed = true
      if isTracing { state.log.append("which failed") }
      throw SystemError(call: "fsync", number: EIO)
    }
    return switch state.faults.swallowed {
    case .none: true
    case .all: false
    case .appends: what != .contents
    case .newFiles: what != .ordered || state.volume.bytes(of: node) == nil
    case .folders: state.volume.entries(of: node) == nil
    case .fileSystems: true
    }
  }

  /// Files on this disk have no attributes.
  func copy(_ attributes: FileAttributes, of source: Descriptor, to file: Descriptor) throws(SystemError) {
    try look("fchown") { (state) throws(SystemError) in
      for descriptor in [source, file] { _ = try node(of: descriptor, state, "fchown") }
    }
  }

  /// The disk always has space.
  func reserve(_ count: Int, at offset: Int, in file: Descriptor) throws(SystemError) {
    try look("fallocate") { (state) throws(SystemError) in _ = try node(of: file, state, "fallocate") }
  }

  func truncate(_ file: Descriptor, to length: Int) throws(SystemError) {
    try look("ftruncate") { (state) throws(SystemError) in
      let node = try node(of: file, state, "ftruncate")
      try count(&state) { "truncate \($0.name(of: node)) to \(length)" }
      state.volume.change(node, .truncate(to: length))
    }
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try checkName(newPath)
    try look("rename") { (state) throws(SystemError) in
      let (old, new) = (state.volume.find(path), state.volume.find(newPath))
      guard let folder = old.folder, let node = old.node, folder == new.folder else {
        throw SystemError(call: "rename", number: ENOENT)
      }
      try count(&state) { _ in "rename \(old.name) to \(new.name)" }
      state.volume.change(folder, .rename(old.name, to: new.name, node: node))
    }
  }

  func remove(_ path: String) throws(SystemError) {
    try look("unlink") { (state) throws(SystemError) in
      guard case (let folder?, let name, .some) = state.volume.find(path) else {
        throw SystemError(call: "unlink", number: ENOENT)
      }
      try count(&state) { _ in "unlink \(name)" }
      state.volume.change(folder, .unlink(name))
    }
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try checkName(path)
    return try look("mkdir") { (state) throws(SystemError) in
      let (folder, name, node) = state.volume.find(path)
      guard node == nil else { throw SystemError(call: "mkdir", number: EEXIST) }
      guard let folder else { throw SystemError(call: "mkdir", number: ENOENT) }
      try count(&state) { _ in "mkdir \(name)" }
      _ = state.volume.make(.folder([:]), named: name, in: folder)
    }
  }

  func tryLock(_ file: Descriptor, isShared: Bool) throws(SystemError) -> Bool {
    try look("flock") { (state) throws(SystemError) in
      let node = try node(of: file, state, "flock")
      guard state.locks[node] == nil || state.locks[node] == file else { return false }
      state.locks[node] = file
      return true
    }
  }
}

extension FileStatus {
  fileprivate init(of node: Int, in volume: Volume) {
    let kind: Kind =
      switch volume.nodes[node] {
      case .file: .file
      case .folder: .folder
      case .link: .link
      case nil: .other
      }
    let never = Time(seconds: 0, nanoseconds: 0)
    self.init(
      kind: kind,
      size: volume.bytes(of: node)?.count ?? 0,
      identity: FileIdentity(device: 1, number: UInt64(node)),
      modified: never,
      changed: never
    )
  }
}
