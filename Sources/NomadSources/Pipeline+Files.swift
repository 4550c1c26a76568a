package import NomadGenCore

extension Pipeline {
  /// Runs the pipeline over the files of a module.
  ///
  /// - Parameters:
  ///   - module: The module's name and files.
  ///   - protocolName: The protocol to discover.
  /// - Returns: The tribes, the findings and, without errors among them, the registry.
  /// - Throws: ``Failure`` if a file cannot be read.
  package static func run(
    _ module: SourceTree.Module,
    protocolName: String = "Tribe"
  ) throws(Failure) -> Pipeline.Output {
    let reader = FileReader()
    do {
      return try run(module.files, module: module.name, protocolName: protocolName, read: reader.read)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
  }
}
