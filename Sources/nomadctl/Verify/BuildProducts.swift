#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// The modules that a build has compiled.
  struct BuildProducts {
    /// The folder of the build configuration.
    let folder: URL

    /// Finds a module.
    ///
    /// - Parameters:
    ///   - name: The module's name.
    ///   - sources: The Swift files that the manifest gives to the module; empty for the module `Nomad`.
    /// - Returns: The module, or nil if the build did not compile it.
    /// - Throws: ``Failure`` if the compiler did not list the module's types.
    func module(_ name: String, of sources: [String]) throws(Failure) -> CompiledModule? {
      let file = folder.appendingPathComponent("\(name).build/output-file-map.json")
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      let map = try OutputFileMap(file)
      guard map.holds(sources) else {
        throw Failure("the build did not compile all files of \(name): nothing was compared")
      }
      return try CompiledModule(name: name, map: map)
    }

    /// Checks that the compiler lists the types that conform to Nomad's protocols.
    ///
    /// Without this check, a compiler that lists nothing would look like a package without tribes.
    ///
    /// - Returns: Whether the build compiled Nomad at all.
    /// - Throws: ``Failure`` if the compiler lists no ledger in Nomad, although Nomad has some.
    func checkLists() throws(Failure) -> Bool {
      guard let nomad = try module("Nomad", of: []) else { return false }
      guard try nomad.types().contains(where: { $0.conforms(to: "Nomad.Ledger") }) else {
        throw Failure("the compiler does not list the types that conform to Nomad's protocols: nothing was compared")
      }
      return true
    }
  }

  /// A module as a build compiled it.
  struct CompiledModule {
    let name: String
    /// The module's Swift files, including generated ones, by the paths under which they were compiled.
    let sources: [String]
    /// The files in which the compiler listed types.
    private let typeLists: [URL]

    /// Finds a module in its output file map.
    ///
    /// - Throws: ``Failure`` if the compiler did not list the module's types.
    init(name: String, map: OutputFileMap) throws(Failure) {
      self.name = name
      sources = map.sources
      typeLists = try map.typeLists(of: name)
    }

    /// Returns the types that the compiler listed.
    func types() throws(Failure) -> [ConformingType] {
      var types: [ConformingType] = []
      for file in typeLists {
        do {
          types += try JSONDecoder().decode([ConformingType].self, from: Data(contentsOf: file))
        } catch {
          throw Failure("cannot read what the compiler extracted, '\(file.path)': \(error)")
        }
      }
      return types
    }

    /// Returns the tribes that the compiler sees in the module.
    func tribes() throws(Failure) -> [CompilerTribe] {
      let own = Set(sources.map(SourceTree.canonicalPath(of:)))
      return try CompilerTribe.all(in: types(), of: name) { own.contains(SourceTree.canonicalPath(of: $0)) }
    }

    /// The folder with the registry that NomadPlugin wrote for the module, and with the plugin's lists of sources.
    ///
    /// Nil if the module does not use the plugin.
    var pluginFolder: URL? {
      sources.map { URL(fileURLWithPath: $0) }.first { file in
        file.lastPathComponent == "NomadRegistry.swift"
          && file.deletingLastPathComponent().lastPathComponent == "NomadPlugin"
      }?.deletingLastPathComponent()
    }
  }

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
