#if Nomadctl
  import Foundation
  import NomadSources

  /// The files that the compiler writes for a module, as a build system lists them for the compiler.
  struct OutputFileMap {
    let file: URL
    /// The module's Swift files, generated ones included, by the paths by which they were compiled.
    let sources: [String]
    private let outputs: [String: [String: String]]

    /// Reads a map.
    ///
    /// - Throws: ``Failure`` if that is not possible.
    init(_ file: URL) throws(Failure) {
      self.file = file
      do {
        outputs = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: file))
      } catch {
        throw Failure("cannot read '\(file.path)': \(error)")
      }
      sources = outputs.keys.filter { !$0.isEmpty }.sorted()
    }

    /// Whether the module has all of some files.
    func holds(_ files: [String]) -> Bool { Set(files).isSubset(of: sources) }

    /// Whether the module has all of some files, by whatever paths they were compiled.
    func holdsCanonical(_ files: [String]) -> Bool {
      Set(files.map(SourceTree.canonicalPath(of:))).isSubset(of: sources.map(SourceTree.canonicalPath(of:)))
    }

    /// The files in which the compiler listed types: one for each source, or one for the whole module.
    ///
    /// - Parameter module: The module's name.
    /// - Returns: The files, all of which exist.
    /// - Throws: ``Failure`` if some are missing, or if they are of two builds.
    func typeLists(of module: String) throws(Failure) -> [URL] {
      // Swift Build names them. SwiftPM's native build system leaves it to the compiler to put each beside the object.
      let each = sources.compactMap { source in
        output("const-values", of: source)
          ?? output("object", of: source)?.deletingPathExtension().appendingPathExtension(Self.suffix)
      }
      let folder = file.deletingLastPathComponent()
      let wholes = [output("const-values"), folder.appendingPathComponent(module).appendingPathExtension(Self.suffix)]
        .compactMap(\.self).filter { exists($0) && !each.contains($0) }
      guard !each.isEmpty, each.count == sources.count, each.allSatisfy(exists) else {
        guard let whole = wholes.first else {
          throw Failure("the compiler did not list the types of \(module): nothing was compared")
        }
        return [whole]
      }
      // The compiler writes only what has changed, so dates do not tell which of them are stale.
      guard wholes.isEmpty else {
        throw Failure("\(module) was compiled both as a whole and file by file: remove '\(folder.path)'")
      }
      return each
    }

    private func output(_ kind: String, of source: String = "") -> URL? {
      outputs[source]?[kind].map { URL(fileURLWithPath: $0) }
    }

    private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    private static let suffix = "swiftconstvalues"
  }
#endif
