#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// The modules that Swift Build has compiled.
  struct SwiftBuildProducts: BuildProducts {
    private let maps: [OutputFileMap]

    /// Removes the output file maps of earlier builds.
    ///
    /// A build writes the missing maps of all its modules, whether it recompiles them or not. But Swift Build keeps the
    /// maps of modules that were removed or renamed, with outdated lists of types.
    ///
    /// - Throws: ``Failure`` if a map cannot be removed.
    static func removeMaps(in scratch: URL) throws(Failure) {
      for file in mapFiles(in: scratch) {
        do {
          try FileManager.default.removeItem(at: file)
        } catch {
          throw Failure("cannot remove '\(file.path)': \(error.localizedDescription)")
        }
      }
    }

    /// Reads the maps of a build that began with ``removeMaps(in:)``.
    ///
    /// - Throws: ``Failure`` if a map cannot be read.
    init(in scratch: URL) throws(Failure) {
      var maps: [OutputFileMap] = []
      for file in Self.mapFiles(in: scratch) { maps.append(try OutputFileMap(file)) }
      self.maps = maps
    }

    func module(_ name: String, of sources: [String]) throws(Failure) -> CompiledModule? {
      let found: [OutputFileMap]
      if sources.isEmpty {
        found = maps.filter { $0.file.lastPathComponent == name + Self.suffix }
      } else {
        // A map's folder is named after a target or a product. Two targets can share files through symbolic links.
        let exact = maps.filter { $0.holds(sources) }
        found = exact.isEmpty ? maps.filter { $0.holdsCanonical(sources) } : exact
      }
      // A program's module is compiled a second time for its tests.
      return found.isEmpty ? nil : try CompiledModule(name: name, maps: found)
    }

    private static let suffix = "-OutputFileMap.json"

    /// Returns the maps in a folder.
    ///
    /// It skips the sources of other packages, whose files can have any name.
    private static func mapFiles(in scratch: URL) -> [URL] {
      let all = FileManager.default.enumerator(atPath: scratch.path)
      var files: [URL] = []
      while let path = all?.nextObject() as? String {
        if ["checkouts", "repositories", "artifacts"].contains(path) { all?.skipDescendants() }
        guard path.hasSuffix(suffix), path.split(separator: "/").contains("Intermediates.noindex") else { continue }
        files.append(scratch.appendingPathComponent(path))
      }
      return files.sorted { $0.path < $1.path }
    }
  }
#endif
