import NomadSources

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A command that runs as a process of its own.
enum ChildProcess {
  /// Runs a command to its end; the search path determines its location.
  ///
  /// - Parameter arguments: The command and its arguments.
  /// - Returns: What it printed.
  /// - Throws: ``Failure`` if it cannot run, or with its first error if it fails.
  static func output(of arguments: [String]) throws(Failure) -> [UInt8] {
    // An ignored signal would make the system forget how the command ended, and the command would ignore it, too.
    signal(SIGCHLD, SIG_DFL)
    // Unlike pipes, files need no reader while the command runs.
    let (output, error) = (try temporaryFile(), try temporaryFile())
    defer { for descriptor in [output, error] { close(descriptor) } }
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = withFileActions(posix_spawn_file_actions_init) { actions in
      posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(actions, output, 1)
      posix_spawn_file_actions_adddup2(actions, error, 2)
      defer { posix_spawn_file_actions_destroy(actions) }
      return posix_spawnp(&process, arguments[0], actions, nil, &words, environment)
    }
    guard code == 0 else { throw Failure("cannot run '\(arguments[0])': \(String(cString: strerror(code)))") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure("wait for", arguments[0]) }
    }
    guard status == 0 else { throw Failure(SwiftPM.problem(in: try contents(of: error))) }
    return try contents(of: output)
  }

  /// Calls a closure with initialized file actions, which are a structure in some C libraries and a pointer in others.
  private static func withFileActions<Actions>(
    _ initialize: (UnsafeMutablePointer<Actions>) -> Int32,
    _ body: (UnsafeMutablePointer<Actions>) -> Int32
  ) -> Int32 {
    withUnsafeTemporaryAllocation(of: Actions.self, capacity: 1) { buffer in
      // An allocation of one element has an address.
      guard let actions = buffer.baseAddress else { return ENOMEM }
      let code = initialize(actions)
      return code == 0 ? body(actions) : code
    }
  }

  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  /// Checks that commands can write temporary files, which SwiftPM needs as well.
  ///
  /// - Throws: ``Failure`` if they cannot.
  static func checkTemporaryFolder() throws(Failure) { close(try temporaryFile()) }

  /// Opens a file that has no name, so that nothing is left of it.
  private static func temporaryFile() throws(Failure) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/nomad-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw Failure("write a file in the temporary folder", folder) }
    defer { close(file) }
    unlink(path)
    // If a standard stream of this process is closed, the file would have its number, and the command would get
    // another file in its place.
    let descriptor = fcntl(file, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { throw Failure("write a file in the temporary folder", folder) }
    return descriptor
  }

  /// Reads a whole file from its start.
  private static func contents(of descriptor: Int32) throws(Failure) -> [UInt8] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    lseek(descriptor, 0, SEEK_SET)
    let bytes = [UInt8](unsafeUninitializedCapacity: max(size, 0)) { buffer, count in
      while count < size {
        let got = read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        count += got
      }
    }
    guard bytes.count == size else { throw Failure("read", "the output of a command") }
    return bytes
  }
}
