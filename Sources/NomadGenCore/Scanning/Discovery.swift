/// Scans those files of a module that can matter.
enum Discovery {
  /// Reads a file and hands over its bytes, which are valid only during the call.
  typealias Reader = (_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws -> Void

  /// Scans every file in which a name stands that could lead to a tribe.
  ///
  /// The first such name is the protocol's. What a file declares may add others, a refinement's or a base class's,
  /// for which the rest is searched again, until nothing is left to look for. The files of the modules that this one
  /// depends on are searched as well: what its tribes conform to may be declared there.
  static func scan(
    _ paths: [String],
    module: String,
    dependencies: [String: [String]] = [:],
    protocolName: String,
    read: Reader
  ) throws -> [SourceFile] {
    var owners: [String: String] = [:]
    for (dependency, paths) in dependencies { for path in paths { owners[path] = dependency } }
    // A file in both is the module's own.
    for path in paths { owners[path] = nil }
    let paths = sorted(paths) + sorted(owners.keys)
    var files: [String: SourceFile] = [:]
    var searched: Set<String> = []
    var names: Set<String> = [protocolName]
    while !names.isEmpty {
      let relevance = Relevance(names.sorted())
      for path in paths where files[path] == nil {
        try read(path) { bytes in
          guard relevance.isRelevant(bytes) else { return }
          files[path] = Scanner.scan(bytes, path: path)
          files[path]?.dependency = owners[path]
        }
      }
      searched.formUnion(names)
      let found = Module(name: module, files: paths.compactMap { files[$0] })
      names = TribeFinder(module: found, protocolName: protocolName).namesOfInterest().subtracting(searched)
    }
    return paths.compactMap { files[$0] }
  }

  /// The paths without repetitions, by their bytes, so that the order of a listing changes nothing.
  private static func sorted(_ paths: some Sequence<String>) -> [String] {
    Set(paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
