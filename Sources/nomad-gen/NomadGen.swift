import NomadCheck
import NomadGenCore
import NomadSources

/// The tool that audits modules, or generates the registry of one module as the build does.
@main
enum NomadGen {
  static func main() {
    do throws(Failure) {
      switch try Arguments(CommandLine.arguments.dropFirst()).mode {
      case .help: File.print(Arguments.usage, to: .output)
      case .check(let check): File.exit(try run(check))
      case .generate(let generation): File.exit(try run(generation))
      case .write(let write): File.exit(try run(write))
      case .lock(let lock): File.exit(try run(lock))
      }
    } catch {
      File.fail(error)
    }
  }

  /// Writes a registry.
  ///
  /// - Returns: The exit code.
  private static func run(_ generation: Generation) throws(Failure) -> Int32 {
    // Builds list the files, and choose the place of the registry themselves.
    if generation.fileList == nil { try StaleRegistry.checkOutput(generation.output, among: generation.paths) }
    return try generation.run()
  }

  /// Writes the registries that are committed, prints what it did, and returns the exit code.
  private static func run(_ write: Arguments.Write) throws(Failure) -> Int32 {
    let packages = Packages()
    let result = try RegistryUpdate(of: try Selection(of: write.paths, named: write.module, in: packages), in: packages)
    File.print(result.findings, to: .error)
    if result.hasErrors { return 1 }
    File.print(try result.write(), to: .output)
    return 0
  }

  /// Updates the release lock, prints what it did, and returns the exit code.
  private static func run(_ lock: Arguments.Lock) throws(Failure) -> Int32 {
    let packages = Packages()
    let outcome = try lock.update.run(on: try Selection(of: lock.paths, named: lock.module, in: packages), in: packages)
    File.print(outcome.findings, to: .error)
    if let refusal = outcome.refusal {
      File.print("nomad-gen: error: \(refusal.printable)\n", to: .error)
      return 1
    }
    File.print(outcome.changes, to: .output)
    if let note = outcome.note { File.print("nomad-gen: note: \(note.printable)\n", to: .error) }
    return 0
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
