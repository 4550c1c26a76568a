import NomadCheck
import NomadGenCore
import NomadSources

/// The tool that audits modules, or generates the registry of one module as the build does.
@main
enum NomadGen {
  static func main() {
    do throws(Failure) {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      let options = arguments.options
      switch arguments.mode {
      case .help: File.print(Arguments.usage, to: .output)
      case .check: File.exit(try check(options, as: try arguments.format()))
      case .generate: File.exit(try generate(options))
      case .write: File.exit(try write(options))
      case .lock: File.exit(try lock(options, try arguments.update()))
      }
    } catch {
      File.fail(error)
    }
  }

  /// Returns the modules that a command line names.
  private static func selection(_ options: Options) throws(Failure) -> Selection {
    try Selection(of: options.paths, named: options["--module"])
  }

  /// Writes a registry.
  ///
  /// - Returns: The exit code.
  private static func generate(_ options: Options) throws(Failure) -> Int32 {
    // Builds list the files, and choose the place of the registry themselves.
    if options["--file-list"] == nil, options["--module"] != nil, let output = options["--output"] {
      try StaleRegistry.checkOutput(output, among: options.paths)
    }
    return try Generation.run(options)
  }

  /// Writes the registries that are committed, prints what it did, and returns the exit code.
  private static func write(_ options: Options) throws(Failure) -> Int32 {
    let result = try RegistryUpdate(of: try selection(options))
    File.print(result.findings, to: .error)
    if result.hasErrors { return 1 }
    File.print(try result.write(), to: .output)
    return 0
  }

  /// Updates the release lock, prints what it did, and returns the exit code.
  private static func lock(_ options: Options, _ update: LockUpdate) throws(Failure) -> Int32 {
    let outcome = try update.run(on: try selection(options))
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
  private static func check(_ options: Options, as format: ReportFormat) throws(Failure) -> Int32 {
    let selection = try selection(options)
    let (protocolName, isStrict) = (options["--protocol"] ?? Library.tribe, options["--strict"] != nil)
    // The release lock records tribes, not types of another protocol.
    let isForTribes = protocolName == Library.tribe
    let lock = isForTribes ? try ReleaseLock.inCurrentFolder() : nil
    let result = try CheckResult(
      of: selection,
      protocolName: protocolName,
      lock: lock,
      isStrict: isStrict,
      besides: isForTribes ? otherLocks(for: options.paths, selection, besides: lock, isStrict: isStrict) : []
    )
    File.print(result.report(as: format), to: format == .text ? .error : .output)
    if !result.hasErrors, format == .text {
      File.print(result.summary, to: .output)
    } else if !result.limits.isEmpty {
      File.print("nomad-gen: note: \(result.limits)", to: .error)
    }
    return result.hasErrors ? 1 : 0
  }

  /// Returns the findings about release locks in other folders, which a user might expect this check to honor.
  private static func otherLocks(
    for paths: [String],
    _ selection: Selection,
    besides lock: ReleaseLock?,
    isStrict: Bool
  ) -> [Finding] {
    let around = { (paths: [String]) in Set(paths.compactMap(ReleaseLock.folder(around:))) }
    let asked = around(paths.isEmpty ? ["."] : paths)
    return asked.union(around(selection.folders)).map { folder in
      // With a lock in the current folder, the others belong to other packages, which have a check of their own.
      let isError = isStrict && lock == nil && asked.contains(folder)
      return UncheckedTribes.finding(aboutLockIn: folder, isError ? .error : .warning)
    }
  }
}
