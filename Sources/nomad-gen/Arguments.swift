import NomadCheck
import NomadGenCore
import NomadSources

/// The parsed command line of `nomad-gen`.
struct Arguments {
  enum Mode {
    case help, check, generate, write, lock
  }

  let mode: Mode
  let options: Options

  static let usage = """
    USAGE: nomad-gen --check [--strict] [--format text|json|github|sarif] [--module NAME] [--protocol NAME]
                     [PATH…]
           nomad-gen --output FILE --module NAME [--protocol NAME] [--file-list FILE]
                     [--dependency-list FILE] [PATH…]
           nomad-gen --write [--module NAME] [PATH…]
           nomad-gen --lock RELEASE [--stored NAME]… [--accept NAME --reason WHY]… [--module NAME] [PATH…]

    Finds the types that conform to Tribe, reports what is wrong with them and, with --output, writes their registry.

      PATH              a Swift file, or a folder to search for them; none means the package in the current folder:
                        its targets, except tests without the plugin, and every other folder in ./Sources, each
                        one a module. Packages of the same repository that it depends on by path are included
      --check           report, write nothing; with a Tribes.lock in the current folder, which --lock writes, also
                        what is wrong given what has shipped
      --strict          report each warning as an error
      --format FORMAT   how to report: text (the default), json, github or sarif
      --output FILE     write the registry to FILE, if it differs from what is there
      --write           write each NomadRegistry.swift that is in a module's sources, where no plugin runs
      --module NAME     the name of the module that the sources belong to
      --protocol NAME   the protocol to discover (default: Tribe)
      --file-list FILE  read further paths from FILE, separated by NULs or, if it holds none, by newlines
      --dependency-list FILE
                        read from FILE, in the same form, the sources of modules that this one imports; those of
                        module NAME follow '@NAME'. What they declare can make a type a tribe
      --lock RELEASE    add the tribes and the shapes of stored types that ship with the app's version RELEASE to
                        Tribes.lock, unless the check finds an error. Commit that file
      --stored NAME     list a type, such as Model.Note, that is stored and does not conform to Stored
      --accept NAME     accept what the check finds about a tribe or a type, such as App.Note
      --reason WHY      the reason for the --accept before it, which Tribes.lock keeps
                        --stored and --accept work without --lock, too
      --help            show this text

    EXIT: 0 clean; 1 at least one error was found, and no registry is written; 2 bad usage or an unreadable input.

    """

  private static let repeatable = ["--stored", "--accept", "--reason"]
  private static let forCheck = ["--check", "--strict", "--format", "--module", "--protocol"]
  private static let forWriting = ["--write", "--module"]
  private static let forLock = ["--lock", "--module"] + repeatable

  init(_ arguments: some Sequence<String>) throws(Failure) {
    let flags = ["--check", "--strict", "--write"]
    let names = (Self.forCheck + Generation.options + Self.forLock).filter { !flags.contains($0) }
    options = try Options(arguments, names: names, repeatable: Self.repeatable, flags: flags)
    let given = Set(options.given.map(\.name))
    let known: [String]
    if options.isForHelp {
      (mode, known) = (.help, Array(given))
    } else if given.contains("--check") {
      (mode, known) = (.check, Self.forCheck)
    } else if given.contains("--write") {
      (mode, known) = (.write, Self.forWriting)
    } else if given.contains("--output") {
      (mode, known) = (.generate, Generation.options)
    } else if !given.isDisjoint(with: Self.repeatable + ["--lock"]) {
      (mode, known) = (.lock, Self.forLock)
    } else {
      throw Failure("one of --check, --output FILE, --write and --lock RELEASE is needed; see --help")
    }
    if let other = options.given.first(where: { !known.contains($0.name) })?.name {
      throw Failure("option '\(other)' does not go with \(known[0]); see --help")
    }
  }

  /// Returns the format of the check's report.
  func format() throws(Failure) -> ReportFormat {
    guard let name = options["--format"] else { return .text }
    guard let format = ReportFormat(rawValue: name) else {
      let known = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure("unknown format '\(name)'; it can be one of \(known)")
    }
    return format
  }

  /// Returns the update of the release lock.
  func update() throws(Failure) -> LockUpdate {
    var update = LockUpdate()
    update.release = options["--lock"]
    // The names whose reason has not come yet.
    var names: [String] = []
    for (name, value) in options.given {
      switch name {
      case "--stored": update.stored.append(value)
      case "--accept": names.append(value)
      case "--reason":
        guard !names.isEmpty else { throw Failure("--reason follows the --accept NAME that it is about; see --help") }
        guard !value.allSatisfy(\.isWhitespace) else { throw Failure("--reason must not be empty") }
        update.acceptances += names.map { .init(name: $0, reason: value) }
        names = []
      default: break
      }
    }
    if let name = names.first { throw Failure("--accept \(name) needs --reason WHY after it; see --help") }
    return update
  }
}
