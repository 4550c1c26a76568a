#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// Standard output or standard error.
  struct Console {
    static let output = Console(handle: .standardOutput)
    static let error = Console(handle: .standardError)

    let handle: FileHandle

    /// Whether the output goes to a terminal that accepts color, and the user has not asked for plain text
    /// (https://no-color.org).
    var isColored: Bool {
      let environment = ProcessInfo.processInfo.environment
      guard environment["NO_COLOR", default: ""].isEmpty, environment["TERM"] != "dumb" else { return false }
      return isatty(handle.fileDescriptor) == 1
    }

    /// Writes text.
    ///
    /// If it cannot be written, ends the process with exit code 2.
    func write(_ text: String) {
      do {
        try handle.write(contentsOf: Data(text.utf8))
      } catch {
        // Best effort: if this write fails, too, no channel is left to report it.
        try? FileHandle.standardError.write(contentsOf: Data("nomadctl: error: cannot write the output\n".utf8))
        Foundation.exit(2)
      }
    }

    /// Writes a remark that is not part of the requested output.
    func note(_ text: String) { write("nomadctl: note: \(text.printable)\n") }

    /// Returns a text in a style if the console is colored, and unchanged otherwise.
    func styled(_ text: String, _ style: Style) -> String {
      isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// A style of text, by its code (ECMA-48, "Select Graphic Rendition").
    enum Style: Int {
      case bold = 1
      case dim = 2
      case red = 31
      case green = 32
      case yellow = 33
    }
  }
#endif
