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
    let locks = isForTribes ? locks(around: check.paths.isEmpty ? ["."] : check.paths) : []
    // With a lock in the current folder, the others belong to other packages.
    let isStrict = check.isStrict && lock == nil
    report(locks, as: isStrict ? "error" : "warning")
    // A package with a lock of its own has a check of its own, so this one need not fail.
    if isForTribes { report(Self.locks(around: selection.folders).filter { !locks.contains($0) }, as: "warning") }
    let result = try CheckResult(
      of: selection,
      protocolName: check.protocolName,
      lock: lock,
      isStrict: check.isStrict,
      in: packages
    )
    File.print(result.report(as: check.format), to: check.format == .text ? .error : .output)
    let isClean = !result.hasErrors && (!isStrict || locks.isEmpty)
    if isClean, check.format == .text {
      File.print(result.summary, to: .output)
    } else if !result.limits.isEmpty {
      File.print("nomad-gen: note: \(result.limits)", to: .error)
    }
    return isClean ? 0 : 1
  }

  /// Returns the folders of release locks around the paths, which a user might expect this check to honor.
  private static func locks(around paths: [String]) -> [String] {
    Set(paths.compactMap(ReleaseLock.folder(around:))).sorted()
  }

  private static func report(_ locks: [String], as severity: String) {
    for folder in locks {
      let problem = "'\(folder)' has a \(ReleaseLock.fileName), but the check runs in another folder"
      let advice = "run the check there to have what has shipped checked"
      File.print("nomad-gen: \(severity): \("\(problem); \(advice)".printable)\n", to: .error)
    }
  }
}
