#if Nomadctl
  import Foundation
  import NomadSources

  /// What a build left of a module.
  struct CompiledModule {
    let name: String
    /// The module's Swift files, generated ones included, by the paths by which they were compiled.
    let sources: [String]
    /// The files in which the compiler listed types.
    private let typeLists: [URL]

    /// Finds a module in the maps of its files, one for each time that it was compiled.
    ///
    /// - Throws: ``Failure`` if the compiler did not list the module's types.
    init(name: String, maps: [OutputFileMap]) throws(Failure) {
      self.name = name
      sources = Set(maps.flatMap(\.sources)).sorted()
      var typeLists: [URL] = []
      for map in maps { typeLists += try map.typeLists(of: name) }
      self.typeLists = typeLists
    }

    /// The types that the compiler listed.
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

    /// The tribes that the compiler sees in the module.
    func tribes() throws(Failure) -> [CompilerTribe] {
      let own = Set(sources.map(SourceTree.canonicalPath(of:)))
      return try CompilerTribe.all(in: types(), of: name) { own.contains(SourceTree.canonicalPath(of: $0)) }
    }

    /// The folder of the registry that NomadPlugin wrote for the module, with the lists of what it looked at.
    ///
    /// It is nil if the module does not use the plugin.
    var pluginFolder: URL? {
      sources.map { URL(fileURLWithPath: $0) }.first { file in
        file.lastPathComponent == "NomadRegistry.swift"
          && file.deletingLastPathComponent().lastPathComponent == "NomadPlugin"
      }?.deletingLastPathComponent()
    }
  }
#endif
