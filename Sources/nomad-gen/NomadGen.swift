import NomadCheck
import NomadGenCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The tool that audits modules, or generates the registry of one module as the build does.
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
      File.fail(error)
    }
  }

  /// Writes a registry, prints the findings, and returns the exit code.
  private static func run(_ generate: Arguments.Generate) throws(Failure) -> Int32 {
    let sources = { () throws(Failure) in
      let files = try SourceTree.files(in: generate.paths)
      guard let list = generate.fileList else { return files }
      return files + (try SourceTree.files(listedIn: list))
    }
    return try generate.generation.run(sources, importedList: generate.importedList)
  }

  /// Audits modules, prints the findings, and returns the exit code.
  private static func run(_ check: Arguments.Check) throws(Failure) -> Int32 {
    let modules = try SourceTree.modules(of: check.paths, named: check.module)
    // The release lock records tribes, not types of another protocol.
    let isForTribes = check.protocolName == "Tribe"
    let lock = isForTribes ? try ReleaseLock.inCurrentFolder() : nil
    if isForTribes, lock == nil { warnOfLocks(around: check.paths.isEmpty ? ["."] : check.paths) }
    let isComplete = check.paths.isEmpty && check.module == nil
    let checked = try Check.run(
      modules,
      protocolName: check.protocolName,
      isForLock: lock != nil,
      isComplete: isComplete
    )
    let result = CheckResult(checked, lock: lock, parts: modules.parts, isComplete: isComplete)
    File.print(check.format.report(checked, with: result.findings), to: check.format == .text ? .error : .output)
    if check.format == .text, !result.hasErrors { File.print(result.summary, to: .output) }
    return result.hasErrors ? 1 : 0
  }

  /// Warns of release locks around the paths, which a user might expect this check to honor.
  private static func warnOfLocks(around paths: [String]) {
    for folder in Set(paths.compactMap(ReleaseLock.folder(around:))).sorted() {
      let problem = "'\(folder)' has a \(ReleaseLock.fileName), but the check runs in another folder"
      let advice = "run the check there to have what has shipped checked"
      File.print("nomad-gen: warning: \("\(problem); \(advice)".printable)\n", to: .error)
    }
  }
}
