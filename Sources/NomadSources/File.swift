import NomadGenCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
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
