#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// The modules that SwiftPM's native build system has compiled.
  struct NativeProducts: BuildProducts {
    /// The folder of the build configuration.
    let folder: URL

    func module(_ name: String, of sources: [String]) throws(Failure) -> CompiledModule? {
      let file = folder.appendingPathComponent("\(name).build/output-file-map.json")
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      let map = try OutputFileMap(file)
      guard map.holdsCanonical(sources) else {
        throw Failure("the build did not compile all files of \(name): nothing was compared")
      }
      return try CompiledModule(name: name, maps: [map])
    }
  }
#endif
