#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import Foundation
  import NomadGenCore

  /// The options that select a command's output file.
  struct OutputOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"),
      completion: .file()
    )
    var output: String?

    func validate() throws {
      if output?.isEmpty == true { throw ValidationError("--output: the name of the file is empty.") }
    }

    /// Writes a text as a whole: to standard output, or to the file if its contents differ.
    ///
    /// - Throws: `Failure` if the file cannot be written.
    func write(_ text: String) throws {
      if let output {
        try OutputFile.writeIfChanged(text, to: output)
      } else {
        Console.output.write(text)
      }
    }
  }

  /// The format of printed output: text for people, or JSON for other programs.
  enum ListFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  /// A file that a command writes its output to.
  enum OutputFile {
    /// Replaces the contents of a file as a whole, unless they are the same already.
    ///
    /// - Parameters:
    ///   - text: The new contents.
    ///   - path: The path of the file, in a folder that exists.
    /// - Throws: `Failure` if the file cannot be written.
    static func writeIfChanged(_ text: String, to path: String) throws {
      do {
        switch kind(of: path) {
        case S_IFDIR: throw Failure("cannot write '\(path)': it is a folder; name a file in it")
        case nil, S_IFREG:
          // If the file is a link, keep the link and replace its destination.
          let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
          let folder = url.deletingLastPathComponent().path
          guard kind(of: folder) != nil else {
            throw Failure("cannot write '\(path)': the folder '\(folder)' does not exist")
          }
          var isSame = false
          // A file that cannot be read is reported only if it cannot be written either.
          try? FileReader().read(url.path) { isSame = $0.elementsEqual(text.utf8) }
          if !isSame { try Data(text.utf8).write(to: url, options: .atomic) }
        default:
          // A pipe or a device can be written to, but must be neither read nor replaced.
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

    /// Returns the kind of the file at a path, as `stat(2)` reports it; nil if nothing exists there.
    private static func kind(of path: String) -> mode_t? {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Returns the system's own message, without Foundation's sentence around it.
    private static func reason(for error: any Error) -> String {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
      return String(cString: strerror(Int32(underlying.code)))
    }
  }
#endif
