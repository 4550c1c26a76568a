import Foundation

/// A progress bar on the last line of a terminal.
///
/// It is not shown if the output is not a terminal.
struct ProgressBar: Sendable {
  private static let width = 32

  private let isShown = isatty(STDOUT_FILENO) == 1

  /// Draws the bar over the previous one.
  func show(_ fraction: Double, _ name: String) {
    guard isShown else { return }
    write("\r\u{1B}[K" + Self.line(fraction, name))
  }

  /// Removes the bar, so that a permanent line can be printed.
  func hide() {
    if isShown { write("\r\u{1B}[K") }
  }

  static func line(_ fraction: Double, _ name: String) -> String {
    let filled = Int((fraction * Double(width)).rounded())
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "      \(bar) \(Int(fraction * 100)) % \(name)"
  }

  /// Writes directly, after flushing the buffer of `print`.
  private func write(_ text: String) {
    fflush(nil)
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
