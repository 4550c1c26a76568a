#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension POSIXFileOperations {
  package func copy(_ attributes: FileAttributes, of source: Descriptor, to file: Descriptor) throws(SystemError) {
    var (old, new) = (stat(), stat())
    guard fstat(source, &old) == 0, fstat(file, &new) == 0 else { throw SystemError(call: "fstat", number: errno) }
    switch attributes {
    case .owner:
      if old.st_uid != new.st_uid, fchown(file, old.st_uid, old.st_gid) != 0 {
        throw SystemError(call: "fchown", number: errno)
      }
    case .all:
      try copyOwner(old, to: file, of: new)
      try copyExtendedAttributes(of: source, to: file)
      // The mode comes last, because an access control list and a new owner change it.
      let mode = old.st_mode & 0o7777
      if fchmod(file, mode) != 0 { throw SystemError(call: "fchmod", number: errno) }
    }
  }

  /// Copies the owner and the group.
  ///
  /// Throws if a user who can access the old file could not access the new one.
  private func copyOwner(_ old: stat, to file: Descriptor, of new: stat) throws(SystemError) {
    guard old.st_uid != new.st_uid || old.st_gid != new.st_gid,
      fchown(file, old.st_uid, old.st_gid) != 0
    else { return }
    let error = SystemError(call: "fchown", number: errno)
    let (owner, group, other) = (old.st_mode >> 6 & 0o6, old.st_mode >> 3 & 0o6, old.st_mode & 0o6)
    let keepsGroup = old.st_gid == new.st_gid || fchown(file, uid_t.max, old.st_gid) == 0
    let losesOwner = old.st_uid != new.st_uid && owner & ~other != 0 && !(keepsGroup && owner & ~group == 0)
    let losesGroup = !keepsGroup && group & ~other != 0
    if losesOwner || losesGroup { throw error.at("its owner could not be kept") }
  }

  #if canImport(Darwin)
    private func copyExtendedAttributes(of source: Descriptor, to file: Descriptor) throws(SystemError) {
      guard fcopyfile(source, file, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)) != 0 else { return }
      let error = SystemError(call: "fcopyfile", number: errno)
      guard error.isForbidden || error.isUnsupported else { throw error }
    }
  #else
    private func copyExtendedAttributes(of source: Descriptor, to file: Descriptor) throws(SystemError) {
      guard let list = SystemFunctions.flistxattr, let get = SystemFunctions.fgetxattr,
        let set = SystemFunctions.fsetxattr,
        let names = try read("flistxattr", { list(source, $0?.assumingMemoryBound(to: CChar.self), $1) })
      else { return }
      for name in names.split(separator: 0) {
        let name = name.map(CChar.init(bitPattern:)) + [0]
        guard let value = try read("fgetxattr", { get(source, name, $0, $1) }) else { continue }
        guard set(file, name, value, value.count, 0) != 0 else { continue }
        let error = SystemError(call: "fsetxattr", number: errno)
        // Some attributes belong to the system, which gives the new file its own.
        guard error.isForbidden || error.isUnsupported else { throw error }
      }
    }

    /// Reads a value of unknown length; nil if the file system has none or this user may not read it.
    private func read(
      _ call: String,
      _ body: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(SystemError) -> [UInt8]? {
      let length = body(nil, 0)
      var bytes = [UInt8](repeating: 0, count: max(0, length))
      let read = length > 0 ? bytes.withUnsafeMutableBytes { body($0.baseAddress, $0.count) } : length
      guard read < 0 else { return Array(bytes.prefix(read)) }
      let error = SystemError(call: call, number: errno)
      guard error.isForbidden || error.isUnsupported || error.number == ENODATA else { throw error }
      return nil
    }
  #endif
}
