#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// A group of new files that are written together, or not at all.
  struct NewFiles {
    private var files: [(path: String, text: String)] = []

    /// Adds a file.
    ///
    /// - Throws: ``Failure`` if a file exists at its path.
    mutating func add(_ text: String, at path: String) throws {
      guard !FileManager.default.fileExists(atPath: path) else { throw Failure("'\(path)' already exists") }
      files.append((path, text))
    }

    /// Writes all files and returns their paths.
    ///
    /// - Throws: ``Failure`` if one cannot be written. The files written before it are removed again.
    func write() throws -> [String] {
      var written: [String] = []
      do {
        for (path, text) in files {
          let url = URL(fileURLWithPath: path)
          try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
          )
          try Data(text.utf8).write(to: url, options: .withoutOverwriting)
          written.append(path)
        }
      } catch {
        for path in written { try? FileManager.default.removeItem(atPath: path) }
        throw Failure("cannot write '\(files[written.count].path)': \(error.localizedDescription)")
      }
      return written
    }
  }
#endif
