import Foundation
import NomadFiles

@testable import Nomad

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A simulation of a system that suspends this process.
///
/// The signal `SIGPROF` ends the time of its run, as an expiry does on a device.
///
/// The signal is `SIGPROF`, because Dispatch's threads block most other signals. At the moment when every lock has to
/// be free, the thread writes the process id to the file `expired`, and stops the process. From then on, the system
/// grants no time until a file `active` exists.
enum ExpiryThread {
  private static let expiries = Locked<[Int: @Sendable () -> Void]>([:])
  private static let hasExpired = Locked(false)
  /// The only thing that the signal handler may write to.
  nonisolated(unsafe) private static var pipe: [Int32] = [0, 0]
  /// Set when the time is over.
  ///
  /// The signal handler reads it.
  nonisolated(unsafe) private static let isOver = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  static func system(in folder: URL) -> ActivitySystem {
    guard Glibc.pipe(&pipe) == 0 else { exit(7) }
    isOver.initialize(to: 0)
    signal(SIGPROF) { _ in
      let number = errno
      _ = write(ExpiryThread.pipe[1], "x", 1)
      // Pause the interrupted thread, so that the expiry comes before the rest of the run. The thread may be in the
      // middle of a write, which the expiry waits for.
      for _ in 0..<10 where ExpiryThread.isOver.pointee == 0 { usleep(1_000) }
      errno = number
    }
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(pipe[0], &byte, 1) != 1 {}
      expire(in: folder)
    }
    let active = folder.appendingPathComponent("active").path
    return ActivitySystem { expire -> (@Sendable () -> Void)? in
      let number = Int.random(in: 0...Int.max)
      let isGranted = expiries.withLock { expiries in
        if hasExpired.value, access(active, F_OK) != 0 { return false }
        expiries[number] = expire
        return true
      }
      guard isGranted else { return nil }
      return { expiries.withLock { $0[number] = nil } }
    }
  }

  private static func expire(in folder: URL) {
    let current = expiries.withLock { expiries in
      hasExpired.value = true
      return Array(expiries.values)
    }
    for expire in current { expire() }
    isOver.pointee = 1
    let file = open(folder.appendingPathComponent("expired").path, O_WRONLY | O_CREAT, 0o600)
    let text = "\(getpid())\n"
    guard write(file, text, text.utf8.count) > 0 else { exit(8) }
    kill(getpid(), SIGSTOP)
  }
}
