#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// An output file map: a build system's list of the files that the compiler writes for a module.
  struct OutputFileMap {
    let file: URL
    /// The module's Swift files, including generated ones, by the paths under which they were compiled.
    let sources: [String]
    private let outputs: [String: [String: String]]

    /// Reads a map.
    ///
    /// - Throws: ``Failure`` if the map cannot be read.
    init(_ file: URL) throws(Failure) {
      self.file = file
      do {
        outputs = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: file))
      } catch {
        throw Failure("cannot read '\(file.path)': \(error)")
      }
      sources = outputs.keys.filter { !$0.isEmpty }.sorted()
    }

    /// Whether the module contains all of some files, whatever paths they were compiled under.
    func holds(_ files: [String]) -> Bool {
      Set(files.map(SourceTree.canonicalPath(of:))).isSubset(of: sources.map(SourceTree.canonicalPath(of:)))
    }

    /// Finds the files in which the compiler listed types: one for each source, or one for the whole module.
    ///
    /// - Parameter module: The module's name.
    /// - Returns: The files, all of which exist.
    /// - Throws: ``Failure`` if some are missing, or if they come from two builds.
    func typeLists(of module: String) throws(Failure) -> [URL] {
      // The compiler puts each beside the object file.
      let each = sources.compactMap { source in
        outputs[source]?["object"].map {
          URL(fileURLWithPath: $0).deletingPathExtension().appendingPathExtension(Self.suffix)
        }
      }
      let folder = file.deletingLastPathComponent()
      let whole = folder.appendingPathComponent(module).appendingPathExtension(Self.suffix)
      guard !each.isEmpty, each.count == sources.count, each.allSatisfy(exists) else {
        guard exists(whole) else {
          throw Failure("the compiler did not list the types of \(module): nothing was compared")
        }
        return [whole]
      }
      // The compiler rewrites only files that changed, so dates do not show which ones are stale.
      guard !exists(whole) else {
        throw Failure("\(module) was compiled both as a whole and file by file: remove '\(folder.path)'")
      }
      return each
    }

    private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    private static let suffix = "swiftconstvalues"
  }
#endif
