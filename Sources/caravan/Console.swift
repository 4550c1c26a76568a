import Foundation
import Nomad

/// The app's output.
enum Console {
  static func title(_ text: String) {
    print("\n── \(text) " + String(repeating: "─", count: max(0, 72 - text.count)))
  }

  /// Shows an event of a run.
  static func show(_ event: MigrationEvent) {
    let bar = ProgressBar()
    bar.hide()
    switch event {
    case .late(let entry): print("late: \(entry)")
    case .began(let entry, let index, let count): print("[\(index + 1)/\(count)] \(entry)")
    case .finished(_, let duration):
      let milliseconds = duration / .milliseconds(1)
      print("      done in \(milliseconds.formatted(.number.precision(.fractionLength(1)))) ms")
    case .failed: print("      failed")
    case .retrying(let entry, _): print("      \(entry.name) was interrupted before; it goes on")
    case .progressed(let entry, let completed, let total):
      bar.show(Double(completed) / Double(max(1, total)), entry.name)
    default: break
    }
  }

  /// Prints an error as one line on standard error, and ends the process.
  static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("caravan: error: \(message)\n".utf8))
    exit(status)
  }
}
