import NomadGenCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The output of the tools: files, the standard streams and the exit code.
package enum File {
  /// The standard streams.
  package enum Stream: Int32 {
    case output = 1
    case error = 2
  }

  /// Prints a text.
  ///
  /// If it cannot be written to standard output, ends the process with exit code 2.
  package static func print(_ text: String, to stream: Stream) {
    let isWritten = writeAll(Array(text.utf8), to: stream.rawValue)
    // A failed write to standard error cannot be reported. The exit code still shows the result.
    guard !isWritten, stream == .output else { return }
    fail(Failure("write", "standard output"))
  }

  /// Prints the reason why a tool cannot do its work, and ends the process with exit code 2.
  package static func fail(_ failure: Failure, of tool: String = "nomad-gen") -> Never {
    print("\(tool): error: \(failure.message.printable)\n", to: .error)
    exit(2)
  }

  /// Replaces the contents of a file as a whole, unless they are the same already.
  ///
  /// The text first goes to a temporary file beside it, so that no reader ever sees half of it. A link stays a link. A
  /// pipe or a device is written to, and neither read nor replaced.
  ///
  /// - Parameters:
  ///   - text: The new contents.
  ///   - path: The path of the file, in a folder that exists.
  /// - Returns: Whether the contents have changed, or may have.
  /// - Throws: ``Failure`` if the file cannot be written.
  @discardableResult
  package static func writeIfChanged(_ text: String, to path: String) throws(Failure) -> Bool {
    let bytes = Array(text.utf8)
    switch Status(of: path)?.kind {
    case .folder: throw Failure("cannot write '\(path)': it is a folder; name a file in it")
    case .special:
      try put(bytes, in: path, O_WRONLY, for: path)
      return true
    case .file, nil: break
    }
    let target = destination(of: path)
    let folder = folder(of: target)
    guard Status(of: folder) != nil else {
      throw Failure("cannot write '\(path)': the folder '\(folder)' does not exist")
    }
    var isSame = false
    // A file that cannot be read is reported only if it cannot be written either.
    try? FileReader().read(target) { isSame = $0.elementsEqual(bytes) }
    if isSame { return false }

    let temporary = "\(target).\(getpid()).tmp"
    unlink(temporary)
    do throws(Failure) {
      try put(bytes, in: temporary, O_WRONLY | O_CREAT | O_EXCL, mode: permissions(of: target), for: path)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      let failure = Failure("write", path)
      unlink(temporary)
      throw failure
    }
    return true
  }

  /// Opens a file, writes bytes to it and closes it; reports errors with another path.
  private static func put(
    _ bytes: [UInt8],
    in file: String,
    _ flags: Int32,
    mode: mode_t? = nil,
    for path: String
  ) throws(Failure) {
    let descriptor = open(file, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure("write", path) }
    if let mode { fchmod(descriptor, mode) }
    guard writeAll(bytes, to: descriptor) else {
      let failure = Failure("write", path)
      close(descriptor)
      throw failure
    }
    guard close(descriptor) == 0 else { throw Failure("write", path) }
  }

  /// The permissions of a file; nil if nothing is there.
  private static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Returns the path to which a link leads, also if nothing is there; the path itself if it is no link.
  private static func destination(of path: String) -> String {
    var path = path
    // More links than the system follows are a loop, which opening the file reports.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { break }
      let link = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
    }
    return path
  }

  /// Returns the folder that contains a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Ends the process.
  package static func exit(_ code: Int32) -> Never { leave(code) }

  /// Whether nothing is at a path, not even a broken symbolic link.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENOENT
  }

  /// A place on disk.
  package struct Status {
    package enum Kind {
      case file, folder
      /// A pipe, a socket or a device. Reading it could block forever.
      case special
    }

    /// The identity of a file or a folder, which is the same for every path that leads to it.
    package struct ID: Hashable {
      fileprivate var device: dev_t
      fileprivate var inode: ino_t
    }

    package let kind: Kind
    package let id: ID

    /// Follows links to the place; nil if nothing is there or it cannot be accessed.
    package init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      switch status.st_mode & S_IFMT {
      case S_IFREG: kind = .file
      case S_IFDIR: kind = .folder
      default: kind = .special
      }
      id = ID(device: status.st_dev, inode: status.st_ino)
    }
  }

  /// Returns the names of a folder's entries, without hidden ones, in any order.
  package static func names(in folder: String) throws(Failure) -> [String] {
    guard let directory = opendir(folder) else { throw Failure("read folder", folder) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// Returns the path with all links resolved, or the path itself if nothing exists there.
  static func canonicalPath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
  }
}

/// A reader of files, one after another, into a buffer that it reuses.
///
/// It uses the C library only: loading Foundation would take longer than the rest of the work.
package final class FileReader {
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

  package init() {}

  deinit { buffer.deallocate() }

  /// Reads a file and passes its bytes to a closure.
  ///
  /// The bytes are valid only during the call.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  package func read(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("read", path) }
    defer { close(descriptor) }
    var count = 0
    while true {
      if count == buffer.count { grow(to: buffer.count * 2) }
      let got = readSome(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      if got == 0 { break }
      if got < 0 {
        if errno == EINTR { continue }
        throw Failure("read", path)
      }
      count += got
    }
    body(UnsafeBufferPointer(start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count))
  }

  private func grow(to size: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    buffer = larger
  }
}

/// Calls `exit(3)`, which a method of this file would hide under its own name.
private func leave(_ code: Int32) -> Never { exit(code) }

/// Calls `read(2)`, which a method of this file would hide under its own name.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// An error that stops a tool: bad usage, or an input that cannot be read.
package struct Failure: Error, CustomStringConvertible {
  /// The message, in one line.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  /// Creates the failure of a system call on a path, with the text for `errno`.
  package init(_ action: String, _ path: String) {
    message = "cannot \(action) '\(path)': \(String(cString: strerror(errno)))"
  }

  /// Runs a closure that throws nothing but failures, where the compiler cannot see that.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The closure's result.
  /// - Throws: The failure that the closure throws.
  package static func typed<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do { return try body() } catch let failure as Failure { throw failure } catch { throw Failure("\(error)") }
  }

  package var description: String { message }
}
