import NomadGenCore
import NomadSources

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The build's half of Nomad: finds the tribes of a module, reports what is wrong with them, writes the registry.
@main
enum NomadGen {
  static func main() {
    do throws(Failure) {
      switch try Arguments(CommandLine.arguments.dropFirst()).mode {
      case .help: File.print(Arguments.usage, to: .output)
      case .check(let check): exit(try run(check))
      case .generate(let generate): exit(try run(generate))
      }
    } catch {
      File.print("nomad-gen: error: \(error.message.printable)\n", to: .error)
      exit(2)
    }
  }

  /// Audits modules and prints what was found; gives the exit code.
  private static func run(_ check: Arguments.Check) throws(Failure) -> Int32 {
    let modules = try SourceTree.modules(of: check.paths, named: check.module)
    // A lock holds tribes, and no types of another protocol.
    let isForTribes = check.protocolName == "Tribe"
    let lock = isForTribes ? try TribeLock.inCurrentFolder() : nil
    if isForTribes, lock == nil { warnOfLocks(around: check.paths.isEmpty ? ["."] : check.paths) }
    let isComplete = check.paths.isEmpty && check.module == nil
    let outputs = try Pipeline.run(
      modules,
      protocolName: check.protocolName,
      isForLock: lock != nil,
      isComplete: isComplete
    )
    let result = CheckResult(outputs, lock: lock, parts: modules.parts, isComplete: isComplete)
    File.print(check.format.report(outputs, with: result.findings), to: check.format == .text ? .error : .output)
    if check.format == .text, !result.hasErrors { File.print(result.summary, to: .output) }
    return result.hasErrors ? 1 : 0
  }

  /// Says which locks somebody may take for honoured.
  private static func warnOfLocks(around paths: [String]) {
    for folder in Set(paths.compactMap(TribeLock.folder(around:))).sorted() {
      let problem = "'\(folder)' has a \(TribeLock.fileName), and this is not there"
      let advice = "run the check there to have what has shipped checked"
      File.print("nomad-gen: warning: \("\(problem); \(advice)".printable)\n", to: .error)
    }
  }

  /// Writes the registry of a module; gives the exit code.
  private static func run(_ generate: Arguments.Generate) throws(Failure) -> Int32 {
    do {
      var paths = try SourceTree.files(in: generate.paths)
      if let list = generate.fileList { paths += try SourceTree.files(listedIn: list) }
      let module = SourceTree.Module(name: generate.module, files: paths)
      let dependencies = try generate.dependencyList.map(SourceTree.modules(listedIn:)) ?? []
      let output = try Pipeline.run(module, dependingOn: dependencies, protocolName: generate.protocolName)
      File.print(ReportFormat.text.report([output]), to: .error)
      if let registry = output.registry() {
        try File.writeIfChanged(registry, to: generate.output)
        return 0
      }
    } catch {
      File.remove(generate.output)
      throw error
    }
    // What an earlier run wrote no longer says what the sources say, and must not be compiled.
    File.remove(generate.output)
    return 1
  }
}
