#if Nomadctl
  import Foundation

  /// A ledger lock that this process holds.
  final class HeldLock {
    struct Failure: Error {}

    private let descriptor: Int32

    init(of ledger: String) throws {
      descriptor = open(ledger + ".lock", O_RDWR | O_CLOEXEC)
      guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw Failure() }
    }

    func release() {
      // A process that another test is starting may have a copy of the descriptor, which would keep the lock.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }
#endif
