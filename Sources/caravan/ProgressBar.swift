import Foundation

/// A bar on the last line of a terminal; where the output is no terminal, there is none.
struct ProgressBar: Sendable {
  private static let width = 32

  private let isShown = isatty(STDOUT_FILENO) == 1

  /// Draws the bar in place of the one before.
  func show(_ progress: Progress, _ name: String) {
    guard isShown else { return }
    write("\r\u{1B}[K" + Self.line(progress.fractionCompleted, name))
  }

  /// Takes the bar away, for a line that stays.
  func hide() {
    if isShown { write("\r\u{1B}[K") }
  }

  static func line(_ fraction: Double, _ name: String) -> String {
    let filled = Int((fraction * Double(width)).rounded())
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "      \(bar) \(Int(fraction * 100)) % \(name)"
  }

  /// Past the buffer of `print`, which goes before it.
  private func write(_ text: String) {
    fflush(nil)
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
