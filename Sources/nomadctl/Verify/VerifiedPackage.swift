#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSyntax

  /// A package after its build, ready to be verified module by module.
  struct VerifiedPackage {
    private let folder: String
    private let description: PackageDescription
    private let products: BuildProducts
    private let hasTests: Bool

    /// Creates the package in a folder, as SwiftPM describes it.
    init(in folder: String, _ description: PackageDescription, products: BuildProducts, hasTests: Bool) {
      self.folder = folder
      self.description = description
      self.products = products
      self.hasTests = hasTests
    }

    /// Compares each module of the package that may have tribes.
    ///
    /// - Returns: The report on all modules.
    /// - Throws: ``Failure`` if something cannot be read.
    func report() throws(Failure) -> VerifyReport {
      let hasNomad = try products.checkLists()
      var report = VerifyReport()
      for target in modules {
        let compiled = try products.module(target.module, of: module(target).files)
        let tribes = try compiled?.tribes() ?? []
        guard description.knowsLibrary(target) || compiled?.pluginFolder != nil || !tribes.isEmpty else { continue }
        guard let compiled else {
          report.unbuilt.append(target.module)
          continue
        }
        guard hasNomad else {
          throw Failure("the build does not have the module Nomad, which \(target.module) uses: nothing was compared")
        }
        let output = try scan(target, compiled)
        var verification = Verification(
          of: target.module,
          registered: output.tribes.map { canonical(TribeSummary($0)) },
          ignoring: output.ignoredNames,
          compiled: tribes.map(canonical)
        )
        verification.usesPlugin = compiled.pluginFolder != nil
        report.add(verification)
      }
      return report
    }

    /// The targets whose modules may have their own tribes in the build.
    var modules: [PackageDescription.Target] {
      description.targets.filter { target in
        !target.files.isEmpty && target.name != "Nomad"
          && (["library", "executable"].contains(target.kind) || hasTests && target.kind == "test")
      }
    }

    /// Returns what the generator finds in a module: in the files that the plugin listed, or else in those that the
    /// manifest gives to it.
    private func scan(_ target: PackageDescription.Target, _ compiled: CompiledModule) throws(Failure) -> CheckedModule
    {
      guard let folder = compiled.pluginFolder else {
        let others = description.dependencies(of: target).filter(description.knowsLibrary).map(module)
        return try check(module(target), importing: others)
      }
      let sources = folder.appendingPathComponent("NomadSources.txt").path
      let imported = folder.appendingPathComponent("NomadDependencies.txt").path
      return try check(
        SourceTree.Module(name: target.module, files: SourceTree.files(listedIn: sources)),
        importing: SourceTree.modules(listedIn: imported)
      )
    }

    private func check(
      _ module: SourceTree.Module,
      importing imported: [SourceTree.Module]
    ) throws(Failure) -> CheckedModule {
      let files = Dictionary(imported.map { ($0.name, $0.files) }, uniquingKeysWith: +)
      return try Failure.typed {
        try Check.check(module: module.name, files: module.files, importing: files, read: FileReader().read)
      }
    }

    private func module(_ target: PackageDescription.Target) -> SourceTree.Module {
      SourceTree.Module(name: target.module, files: target.files.map { "\(folder)/\($0)" })
    }

    // MARK: Paths

    /// Returns the same path for each file, whatever path leads to it.
    private func canonical(_ path: String) -> String { SourceTree.canonicalPath(of: path) }

    private func canonical(_ tribe: TribeSummary) -> TribeSummary {
      var tribe = tribe
      tribe.location.file = canonical(tribe.location.file)
      return tribe
    }

    private func canonical(_ tribe: CompilerTribe) -> CompilerTribe {
      var tribe = tribe
      tribe.file = tribe.file.map(canonical)
      return tribe
    }
  }

  extension CheckedModule {
    /// The qualified names of the types that `nomad:ignore` excludes, whether they are tribes or not.
    var ignoredNames: [String] {
      let table = output.finder.table
      let ignored = table.symbolsInSourceOrder.filter {
        (table.declarationIDs[$0] ?? []).contains { table.isOwn($0) && table.isIgnored($0) }
      }
      return ignored.map(table.qualifiedName(of:))
    }
  }
#endif
