#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The output of the tools: files and the standard streams.
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

  /// Prints the reason why the tool cannot do its work, and ends the process with exit code 2.
  package static func fail(_ failure: Failure) -> Never {
    print("nomad-gen: error: \(failure.message.printable)\n", to: .error)
    exit(2)
  }

  /// Replaces the contents of a file as a whole, unless they are the same already.
  ///
  /// The text first goes to a temporary file beside it, so that no reader ever sees half of it.
  package static func writeIfChanged(_ text: String, to path: String) throws(Failure) {
    let bytes = Array(text.utf8)
    var isSame = false
    try? FileReader().read(path) { isSame = $0.elementsEqual(bytes) }
    if isSame { return }

    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure("write", path) }
    guard writeAll(bytes, to: descriptor) else {
      let failure = Failure("write", path)
      close(descriptor)
      unlink(temporary)
      throw failure
    }
    guard close(descriptor) == 0, rename(temporary, path) == 0 else {
      let failure = Failure("write", path)
      unlink(temporary)
      throw failure
    }
  }

  package static func remove(_ path: String) {
    unlink(path)
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

/// Calls `read(2)`, which the method above would hide under its own name.
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
