import NomadCheck
import NomadGenCore

/// The parsed command line of `nomad-gen`.
struct Arguments {
  struct Check {
    var format = ReportFormat.text
    var module: String?
    var protocolName = "Tribe"
    var paths: [String] = []
  }

  enum Mode {
    case help
    case check(Check)
    case generate(Generation)
  }

  let mode: Mode

  static let usage = """
    USAGE: nomad-gen --check [--format text|json|github|sarif] [--module NAME] [--protocol NAME] [PATH…]
           nomad-gen --output FILE --module NAME [--protocol NAME] [--file-list FILE]
                     [--dependency-list FILE] [PATH…]

    Finds the types that conform to Tribe, reports what is wrong with them and, with --output, writes their registry.

      PATH              a Swift file, or a folder to search for them; none means every target that Package.swift
                        declares, and every other folder in ./Sources, each one a module
      --check           report, write nothing; with a Tribes.lock in the current folder, which 'nomadctl lock' writes,
                        also what is wrong given what has shipped
      --format FORMAT   how to report: text (the default), json, github or sarif
      --output FILE     write the registry to FILE, if it differs from what is there
      --module NAME     the name of the module that the sources belong to
      --protocol NAME   the protocol to discover (default: Tribe)
      --file-list FILE  read further paths from FILE, separated by NULs or, if it holds none, by newlines
      --dependency-list FILE
                        read from FILE, in the same form, the sources of modules that this one imports; those of
                        module NAME follow '@NAME'. What they declare can make a type a tribe
      --help            show this text

    EXIT: 0 clean; 1 at least one error was found, and no registry is written; 2 bad usage or an unreadable input.

    """

  init(_ arguments: some Sequence<String>) throws(Failure) {
    let options = try Options(arguments, names: Generation.options + ["--format"], flags: ["--check"])
    if options.isForHelp {
      mode = .help
    } else if options.flags.contains("--check") {
      mode = .check(try Self.check(options))
    } else {
      mode = .generate(try Generation(options))
    }
  }

  private static func check(_ options: Options) throws(Failure) -> Check {
    for option in ["--output", "--file-list", "--dependency-list"] where options[option] != nil {
      throw Failure("option '\(option)' does not go with --check; see --help")
    }
    var check = Check(module: options["--module"], paths: options.paths)
    if let name = options["--format"] {
      guard let format = ReportFormat(rawValue: name) else {
        let known = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure("unknown format '\(name)'; it can be one of \(known)")
      }
      check.format = format
    }
    if let name = options["--protocol"] { check.protocolName = name }
    return check
  }
}
