package import NomadGenCore

extension Pipeline {
  /// Runs the pipeline over the files of a module.
  ///
  /// - Parameters:
  ///   - module: The module's name and files.
  ///   - dependencies: The modules that it depends on, as far as their sources are known.
  ///   - protocolName: The protocol to discover.
  ///   - isForRegistry: Whether the registry is wanted, for which more files may have to be read.
  ///   - isForLock: Whether the checksums of the tribes are wanted, for which files have to be read again.
  /// - Returns: The tribes, the findings and, without errors among them, the registry.
  /// - Throws: ``Failure`` if a file cannot be read.
  package static func run(
    _ module: SourceTree.Module,
    dependingOn dependencies: [SourceTree.Module] = [],
    protocolName: String = "Tribe",
    isForRegistry: Bool = true,
    isForLock: Bool = false
  ) throws(Failure) -> Pipeline.Output {
    let reader = FileReader()
    do {
      let others = Dictionary(dependencies.map { ($0.name, $0.files) }, uniquingKeysWith: +)
      return try run(
        module.files,
        module: module.name,
        dependencies: others,
        protocolName: protocolName,
        isForRegistry: isForRegistry,
        isForLock: isForLock,
        read: reader.read
      )
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
  }

  /// Runs the pipeline over the files of several modules, each of which may depend on the others.
  ///
  /// - Parameters:
  ///   - modules: The modules' names and files.
  ///   - protocolName: The protocol to discover.
  ///   - isForLock: Whether the checksums of the tribes are wanted, for which files have to be read again.
  ///   - isComplete: Whether these are meant to be all modules of the package in the current folder.
  /// - Returns: What was found, a module each.
  /// - Throws: ``Failure`` if a file cannot be read.
  package static func run(
    _ modules: [SourceTree.Module],
    protocolName: String = "Tribe",
    isForLock: Bool = false,
    isComplete: Bool = false
  ) throws(Failure) -> [Pipeline.Output] {
    let reader = FileReader()
    let package = isComplete ? try PackageTargets() : nil
    let imported = try package.map { package throws(Failure) in try ImportedModules(of: package) }
    var outputs: [Pipeline.Output]
    do {
      outputs = try check(
        modules.map { ($0.name, $0.files) },
        importing: imported.map { imported in { try imported.files(of: $0) } },
        protocolName: protocolName,
        isForLock: isForLock,
        read: reader.read
      )
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
    outputs = findShared(outputs, identity: SourceTree.canonicalPath(of:))
    guard let package else { return outputs }
    outputs = try UnusedRegistries.find(in: modules, of: package, outputs)
    return adding(package.findings, to: outputs)
  }
}
