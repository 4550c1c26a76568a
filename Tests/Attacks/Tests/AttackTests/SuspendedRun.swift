import Foundation

/// A victim whose time ends at a system call, and which is then stopped as the system stops an app.
struct SuspendedRun {
  /// Whether the time ended before the victim did.
  private(set) var wasStopped = false
  /// The number of checks that found the locks free.
  private(set) var looks = 0
  private(set) var violations: [String] = []
  private(set) var status: Int32 = -1
  /// Whether `strace` gave up, which says nothing about the victim.
  ///
  /// It does when the victim is continued between its stop and strace's answer to the stop.
  private(set) var hasLostTracer = false

  private let attempt: Attempt
  private let process: Process

  /// Runs a victim to its end.
  ///
  /// The signal that ends its time comes at a fault in `strace`'s syntax. `meanwhile` runs while the victim is stopped.
  init(_ attempt: Attempt, _ kind: String, _ fault: String, meanwhile: () throws -> Void) throws {
    self.attempt = attempt
    let command = attempt.strace("trace=\(kind)", "inject=\(kind):\(fault)")
    let (output, errors) = (Pipe(), Pipe())
    process = try attempt.start(under: command, ["expires=yes"], printingTo: output, errorsTo: errors)
    if let victim = try stopped() {
      wasStopped = true
      look("when the time was over")
      try meanwhile()
      // The system may suspend it later, and gives it no time until the app is active.
      for pause in 1...(isThorough ? 12 : 6) {
        kill(victim, SIGCONT)
        usleep(UInt32(pause * 700))
        kill(victim, SIGSTOP)
        guard isStopped(victim) else { break }
        look("\(pause) looks later")
      }
      let active = attempt.folder.appendingPathComponent("active")
      guard FileManager.default.createFile(atPath: active.path, contents: nil) else {
        throw CocoaError(.fileWriteUnknown)
      }
      kill(victim, SIGCONT)
    }
    let deadline = Date(timeIntervalSinceNow: 30)
    while process.isRunning, Date() < deadline { usleep(1_000) }
    if process.isRunning {
      violations.append("the run did not end")
      process.terminate()
    }
    process.waitUntilExit()
    status = process.terminationStatus
    look("in the end")
    // The victim has not installed its signal handler yet.
    let isEarly = !wasStopped && process.terminationReason == .uncaughtSignal && status == SIGPROF
    if !isEarly, ![0, 3].contains(status) {
      let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.availableData, as: UTF8.self) }
      violations.append("the run ended with \(status): \(texts)")
      hasLostTracer = texts[1].contains("strace: ptrace(PTRACE_LISTEN")
    }
  }

  /// Waits until the victim is stopped, and returns its process id; nil if it ends before that.
  private func stopped() throws -> pid_t? {
    while process.isRunning {
      if let number = attempt.lines("expired").first.flatMap({ pid_t($0) }), isStopped(number) { return number }
      usleep(500)
    }
    return nil
  }

  /// Waits until all threads of the victim are stopped; returns false if the victim ends before that.
  private func isStopped(_ victim: pid_t) -> Bool {
    var stopped = 0
    while stopped < 3 {
      let tasks = "/proc/\(victim)/task"
      guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks), process.isRunning else {
        return false
      }
      let states = threads.map { thread in
        let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: ")").last?.split(separator: " ").first ?? "?"
      }
      if states.contains("Z") { return false }
      stopped = states.allSatisfy { $0 == "T" || $0 == "t" } ? stopped + 1 : 0
      usleep(300)
    }
    return true
  }

  /// Takes both locks at once, as another process does.
  private mutating func look(_ moment: String) {
    looks += 1
    var files: [Int32] = []
    for path in [attempt.ledger.path + ".lock", attempt.ledger.path] {
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { continue }
      files.append(file)
      if flock(file, LOCK_EX | LOCK_NB) != 0 { violations.append("\(path) was locked \(moment)") }
    }
    for file in files {
      // A victim that starts meanwhile may have copies.
      flock(file, LOCK_UN)
      close(file)
    }
  }
}
