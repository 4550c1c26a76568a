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
      do {
        switch kind(of: path) {
        case S_IFDIR: throw Failure("cannot write '\(path)': it is a folder; name a file in it")
        case nil, S_IFREG:
          // A link stays one, and what it leads to is replaced.
          let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
          let folder = url.deletingLastPathComponent().path
          guard kind(of: folder) != nil else {
            throw Failure("cannot write '\(path)': there is no folder '\(folder)'")
          }
          var isSame = false
          // What cannot be read is said when it cannot be written.
          try? FileReader().read(url.path) { isSame = $0.elementsEqual(text.utf8) }
          if !isSame { try Data(text.utf8).write(to: url, options: .atomic) }
        default:
          // A pipe or a device is there to be written to, and neither to be read nor to be replaced.
          let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
          try handle.write(contentsOf: Data(text.utf8))
          try handle.close()
        }
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure("cannot write '\(path)': \(reason(for: error))")
      }
    }

    /// What is at a path, as `stat(2)` says it; nil if nothing is.
    private static func kind(of path: String) -> mode_t? {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// What the system says, without Foundation's sentence around it.
    private static func reason(for error: any Error) -> String {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
      return String(cString: strerror(Int32(underlying.code)))
    }
  }
#endif
