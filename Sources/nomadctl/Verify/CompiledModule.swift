#if Nomadctl
  import Foundation
  import NomadSources

  /// What a build by SwiftPM's native build system left of a module.
  struct CompiledModule {
    let name: String
    /// The module's Swift files, generated ones included, by the paths by which they were compiled.
    let sources: [String]
    /// The files with what the compiler extracted.
    private let values: [URL]

    /// Finds a module in the folder of a build's products.
    ///
    /// - Returns: nil if the build did not have the module.
    /// - Throws: ``Failure`` if what is there cannot be read.
    init?(_ name: String, in products: URL) throws(Failure) {
      let folder = products.appendingPathComponent("\(name).build")
      let map = folder.appendingPathComponent("output-file-map.json")
      guard FileManager.default.fileExists(atPath: map.path) else { return nil }
      let outputs: [String: [String: String]]
      do {
        outputs = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: map))
      } catch {
        throw Failure("cannot read '\(map.path)': \(error)")
      }
      self.name = name
      sources = outputs.keys.filter { !$0.isEmpty }.sorted()
      // One beside each object, or one for the module if it was compiled as a whole. What was left of files that are no
      // longer there is passed over.
      let each = sources.compactMap { source in
        outputs[source]?["object"].map {
          URL(fileURLWithPath: $0).deletingPathExtension().appendingPathExtension(Self.suffix)
        }
      }
      let whole = folder.appendingPathComponent(name).appendingPathExtension(Self.suffix)
      let isEach = each.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
      values = isEach ? each : [whole]
      if !isEach, !FileManager.default.fileExists(atPath: whole.path) { return nil }
    }

    private static let suffix = "swiftconstvalues"

    /// The tribes that the compiler sees in the module.
    func tribes() throws(Failure) -> [CompilerTribe] {
      var types: [ConformingType] = []
      for file in values {
        do {
          types += try JSONDecoder().decode([ConformingType].self, from: Data(contentsOf: file))
        } catch {
          throw Failure("cannot read what the compiler extracted, '\(file.path)': \(error)")
        }
      }
      let own = Set(sources.map(SourceTree.canonicalPath(of:)))
      return CompilerTribe.all(in: types, of: name) { own.contains(SourceTree.canonicalPath(of: $0)) }
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
