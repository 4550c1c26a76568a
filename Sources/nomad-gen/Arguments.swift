import NomadCheck
import NomadGenCore

/// The parsed command line of `nomad-gen`.
struct Arguments {
  struct Check {
    var format = ReportFormat.text
    var module: String?
    var protocolName = "Tribe"
    var isStrict = false
    var paths: [String] = []
  }

  struct Generate {
    let output: String
    let module: String
    let protocolName: String
    let fileList: String?
    let dependencyList: String?
    let paths: [String]
  }

  enum Mode {
    case help
    case check(Check)
    case generate(Generate)
  }

  let mode: Mode

  static let usage = """
    USAGE: nomad-gen --check [--strict] [--format text|json|github|sarif] [--module NAME] [--protocol NAME]
                     [PATH…]
           nomad-gen --output FILE --module NAME [--protocol NAME] [--file-list FILE]
                     [--dependency-list FILE] [PATH…]

    Finds the types that conform to Tribe, reports what is wrong with them and, with --output, writes their registry.

      PATH              a Swift file, or a folder to search for them; none means the package in the current folder:
                        its targets, except tests without the plugin, and every other folder in ./Sources, each
                        one a module. Packages of the same repository that it depends on by path are included
      --check           report, write nothing; with a Tribes.lock in the current folder, which 'nomadctl lock' writes,
                        also what is wrong given what has shipped
      --strict          report each warning as an error
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

  private static let names = ["--format", "--module", "--protocol"] + forGeneration

  /// The options that go with a generation only.
  private static let forGeneration = ["--output", "--file-list", "--dependency-list"]

  init(_ arguments: some Sequence<String>) throws(Failure) {
    let options = try Options(arguments, names: Self.names, flags: ["--check", "--strict"])
    if options.isForHelp {
      mode = .help
    } else if options.flags.contains("--check") {
      mode = .check(try Self.check(options))
    } else {
      mode = .generate(try Self.generate(options))
    }
  }

  private static func check(_ options: Options) throws(Failure) -> Check {
    for option in forGeneration where options[option] != nil {
      throw Failure("option '\(option)' does not go with --check; see --help")
    }
    var check = Check(module: options["--module"], isStrict: options.flags.contains("--strict"), paths: options.paths)
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

  private static func generate(_ options: Options) throws(Failure) -> Generate {
    guard let output = options["--output"] else {
      throw Failure("either --check or --output FILE is needed; see --help")
    }
    guard let module = options["--module"] else { throw Failure("--output needs --module NAME; see --help") }
    guard options["--format"] == nil else { throw Failure("option '--format' goes with --check; see --help") }
    guard options.flags.isEmpty else { throw Failure("option '--strict' goes with --check; see --help") }
    guard options["--file-list"] != nil || !options.paths.isEmpty else {
      throw Failure("--output needs the sources: PATH or --file-list FILE; see --help")
    }
    return Generate(
      output: output,
      module: module,
      protocolName: options["--protocol"] ?? "Tribe",
      fileList: options["--file-list"],
      dependencyList: options["--dependency-list"],
      paths: options.paths
    )
  }
}
