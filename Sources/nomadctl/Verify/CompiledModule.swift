#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

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
#endif
