import NomadCheck
import NomadGenCore

/// The tool that audits modules, or generates the registry of one module as the build does.
@main
enum NomadGen {
  static func main() {
    do throws(Failure) {
      switch try Arguments(CommandLine.arguments.dropFirst()).mode {
      case .help: File.print(Arguments.usage, to: .output)
      case .check(let check): File.exit(try run(check))
      case .generate(let generate): File.exit(try run(generate))
      }
    } catch {
      File.fail(error)
    }
  }

  /// Writes a registry, or removes it if there is an error, and prints the findings.
  ///
  /// A registry that no longer matches the sources must not be compiled.
  ///
  /// - Returns: The exit code.
  private static func run(_ generate: Arguments.Generate) throws(Failure) -> Int32 {
    do {
      let output = try output(of: generate)
      File.print(TextReport.print(output.findings), to: .error)
      if let registry = output.registry {
        try File.writeIfChanged(registry, to: generate.output)
        return 0
      }
    } catch {
      File.remove(generate.output)
      throw error
    }
    File.remove(generate.output)
    return 1
  }

  private static func output(of generate: Arguments.Generate) throws(Failure) -> Pipeline.Output {
    var files = try SourceTree.files(in: generate.paths)
    if let list = generate.fileList { files += try SourceTree.files(listedIn: list) }
    let imported = try generate.dependencyList.map(SourceTree.modules(listedIn:)) ?? []
    let reader = FileReader()
    return try Failure.typed {
      try Pipeline.run(
        files,
        module: generate.module,
        imported: Dictionary(imported.map { ($0.name, $0.files) }, uniquingKeysWith: +),
        protocolName: generate.protocolName,
        search: ByteSearch.firstIndex,
        read: reader.read
      )
    }
  }

  /// Audits modules, prints the findings, and returns the exit code.
  private static func run(_ check: Arguments.Check) throws(Failure) -> Int32 {
    let packages = Packages()
    let selection = try Selection(of: check.paths, named: check.module, in: packages)
    // The release lock records tribes, not types of another protocol.
    let isForTribes = check.protocolName == "Tribe"
    let lock = isForTribes ? try ReleaseLock.inCurrentFolder() : nil
    let result = try CheckResult(
      of: selection,
      protocolName: check.protocolName,
      lock: lock,
      isStrict: check.isStrict,
      besides: isForTribes ? otherLocks(for: check, selection, besides: lock) : [],
      in: packages
    )
    File.print(result.report(as: check.format), to: check.format == .text ? .error : .output)
    if !result.hasErrors, check.format == .text {
      File.print(result.summary, to: .output)
    } else if !result.limits.isEmpty {
      File.print("nomad-gen: note: \(result.limits)", to: .error)
    }
    return result.hasErrors ? 1 : 0
  }

  /// Returns the findings about release locks in other folders, which a user might expect this check to honor.
  private static func otherLocks(
    for check: Arguments.Check,
    _ selection: Selection,
    besides lock: ReleaseLock?
  ) -> [Finding] {
    let around = { (paths: [String]) in Set(paths.compactMap(ReleaseLock.folder(around:))) }
    let asked = around(check.paths.isEmpty ? ["."] : check.paths)
    return asked.union(around(selection.folders)).map { folder in
      // With a lock in the current folder, the others belong to other packages, which have a check of their own.
      let isError = check.isStrict && lock == nil && asked.contains(folder)
      return UncheckedTribes.finding(aboutLockIn: folder, isError ? .error : .warning)
    }
  }
}
