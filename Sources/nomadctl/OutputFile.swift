#if Nomadctl
  import Foundation
  import NomadSources

  /// A file that a command makes.
  enum OutputFile {
    /// Replaces what a file holds as a whole, unless it is the same already.
    ///
    /// - Parameters:
    ///   - text: What it is to hold.
    ///   - path: Where it is, in a folder that exists.
    /// - Throws: `Failure` if it cannot be written.
    static func writeIfChanged(_ text: String, to path: String) throws {
      var isSame = false
      // What cannot be read is said when it cannot be written.
      try? FileReader().read(path) { isSame = $0.elementsEqual(text.utf8) }
      if isSame { return }
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw Failure("cannot write '\(path)': \(reason(for: error))")
      }
    }

    /// What the system says, without Foundation's sentence around it.
    private static func reason(for error: any Error) -> String {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
      return String(cString: strerror(Int32(underlying.code)))
    }
  }
#endif
