#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// Standard output or standard error.
  struct Console {
    static let output = Console(handle: .standardOutput)
    static let error = Console(handle: .standardError)

    let handle: FileHandle

    /// Whether a person is at the other end, who has not asked for plain text (https://no-color.org).
    var isColored: Bool {
      let environment = ProcessInfo.processInfo.environment
      guard environment["NO_COLOR", default: ""].isEmpty, environment["TERM"] != "dumb" else { return false }
      return isatty(handle.fileDescriptor) == 1
    }

    /// Writes text; what cannot be written ends the process with exit code 2.
    func write(_ text: String) {
      do {
        try handle.write(contentsOf: Data(text.utf8))
      } catch {
        // That this cannot be said either is nothing that anybody could be told.
        try? FileHandle.standardError.write(contentsOf: Data("nomadctl: error: cannot write what was found\n".utf8))
        Foundation.exit(2)
      }
    }

    /// Writes a remark that is no part of what was asked for.
    func note(_ text: String) { write("nomadctl: note: \(text.printable)\n") }

    /// Text in a style if there is color here, and plain otherwise.
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
